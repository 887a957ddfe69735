"""Which tests are run for a change."""

import pytest

from proofs.belonging import DRIVEN, GUARDS, ROOT, SITE, belonging, chosen, module_of
from proofs.on_sqlite import ON_SQLITE_TOO


def test_the_tests_of_its_own_package_come_first_then_others_that_import_it() -> None:
    tests = belonging(["accounts/quiet.py"])
    own = [test for test in tests if test.startswith("accounts/")]
    importing = [test for test in tests if "from accounts.quiet import" in (ROOT / test).read_text()]
    assert "games/tests/test_agreement.py" in importing
    assert tests[: len(own)] == own
    others = [test for test in importing if test not in own]
    assert tests[len(own) : len(own) + len(others)] == others
    assert "board/tests/test_picture.py" not in tests


def test_what_looks_at_everything_comes_before_what_is_far() -> None:
    tests = chosen(["clubs/services/members.py"])
    guards = [place for place, test in enumerate(tests) if test in GUARDS]
    assert tests.index("clubs/tests/test_services.py") < guards[0] <= guards[-1] < len(GUARDS) + 3
    assert tests.index("games/tests/test_analysis.py") > guards[-1]


def test_a_broken_option_of_the_rules_is_looked_for_beside_it_and_where_all_options_are() -> None:
    tests = chosen(["homeworlds/rules.py"])
    assert all(test.startswith("homeworlds/") for test in tests[:15])
    assert {"pages/tests/test_rules.py", f"{SITE}/test_registered.py"} < set(tests)


@pytest.mark.parametrize("path", ["clubs/services/members.py", "docs/operations.md", "pages/clubs/forms.py"])
def test_what_looks_at_everything_belongs_to_any_change(path: str) -> None:
    tests = chosen([path])
    assert all(guard in tests or guard.partition("::")[0] in tests for guard in GUARDS)
    assert not chosen([])


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("templates/study/_lines.html", "study/tests/test_lines.py"),
        ("templates/pages/_lobby_row.html", "pages/tests/test_pages.py"),
        ("templates/base.html", "pages/tests/test_rules.py"),
        ("static/js/ear.js", f"{SITE}/browser/test_ear.py"),
        ("static/css/events.css", f"{SITE}/browser/test_event.py"),
        ("locale/fr/LC_MESSAGES/django.po", f"{SITE}/test_french.py"),
        ("docs/settings.md", "proofs/tests/test_operations.py"),
        ("docker-compose.yml", f"{SITE}/test_compose.py"),
        ("conftest.py", "study/tests/test_lines.py"),
        ("study/tests/test_lines.py", "study/tests/test_lines.py"),
        ("bin/suite.py", "proofs/tests/test_mutants.py"),
    ],
)
def test_another_file_stands_for_what_names_it(path: str, test: str) -> None:
    assert (ROOT / path).exists()
    assert test in chosen([path])


def test_a_setting_stands_for_those_that_ask_for_it() -> None:
    assert "games/tests/test_invitations.py" not in chosen(["homeworlds_site/settings.py"])
    assert "tournaments/tests/test_editions.py" in chosen([], settings={"AUTOMATIC_EVENTS"})


def test_every_test_that_is_named_somewhere_is_there() -> None:
    driven = {f"{SITE}/browser/test_{name}.py" for name in DRIVEN.values()}
    for test in {*GUARDS, *ON_SQLITE_TOO, *driven}:
        path, _, name = test.partition("::")
        assert f"def {name}" in (ROOT / path).read_text(), test


def test_every_script_and_style_sheet_that_is_named_is_there() -> None:
    files = [*(ROOT / "static" / "js").glob("*.js"), *(ROOT / "static" / "css").glob("*.css")]
    assert set(DRIVEN) <= {file.stem for file in files}


def test_tests_beside_a_module_that_none_imports_belong_to_it() -> None:
    tests = belonging(["bots/many_goals.py"])
    assert "bots/tests/test_judge.py" in tests
    assert not [test for test in tests if test.startswith("games/")]


def test_tests_of_direct_importers_belong_to_it_and_come_last() -> None:
    tests = belonging(["games/services/turns.py"])
    assert tests.index("games/tests/test_turns.py") < tests.index("study/tests/test_lines.py")
    assert "accounts/tests/test_names.py" not in tests


def test_a_helper_of_tests_stands_for_the_tests_that_use_it() -> None:
    tests = belonging(["games/log/moments.py"])  # games/tests/play.py imports it
    assert tests.index("games/tests/test_who_sees_what.py") < tests.index("ratings/tests/test_tallies.py")
    assert belonging(["bots/tests/cast.py"]) == [
        "bots/tests/test_analysis.py",
        "bots/tests/test_judge.py",
        "bots/tests/test_learner.py",
        "bots/tests/test_many.py",
        "bots/tests/test_playing.py",
        "bots/tests/test_searching.py",
        "bots/tests/test_whole_games.py",
    ]


def test_fixtures_of_a_folder_stand_for_its_tests() -> None:
    tests = belonging(["pages/tests/conftest.py"])
    assert "pages/tests/test_rules.py" in tests
    assert not [test for test in tests if not test.startswith("pages/tests/test_")]


def test_a_changed_test_belongs_to_itself() -> None:
    assert belonging(["games/tests/test_turns.py"]) == ["games/tests/test_turns.py"]


def test_what_is_in_no_package_has_no_tests() -> None:
    assert belonging(["manage.py", "docs/operations.md", "games/gone.py"]) == []


def test_each_test_is_named_once_and_exists() -> None:
    tests = belonging(["games/log/moments.py", "ratings/tallies.py", "games/services/__init__.py"])
    assert len(tests) == len(set(tests))
    assert module_of("games/services/__init__.py") == "games.services"
