"""Which tests are run for a change."""

from proofs.belonging import ROOT, belonging, module_of


def test_tests_that_import_the_module_come_first_then_those_beside_it() -> None:
    tests = belonging(["accounts/quiet.py"])
    importing = [test for test in tests if "from accounts.quiet import" in (ROOT / test).read_text()]
    assert "games/tests/test_agreement.py" in importing
    assert tests[: len(importing)] == importing
    assert tests.index("accounts/tests/test_names.py") >= len(importing)
    assert "board/tests/test_picture.py" not in tests


def test_tests_beside_a_module_that_none_imports_belong_to_it() -> None:
    tests = belonging(["bots/sampling.py"])
    assert "bots/tests/test_judge.py" in tests
    assert not [test for test in tests if test.startswith("games/")]


def test_tests_of_direct_importers_belong_to_it_and_come_last() -> None:
    tests = belonging(["games/services/turns.py"])
    assert tests.index("games/tests/test_turns.py") < tests.index("study/tests/test_lines.py")
    assert "accounts/tests/test_names.py" not in tests


def test_a_helper_of_tests_stands_for_the_tests_that_use_it() -> None:
    tests = belonging(["games/log/moments.py"])  # games/tests/play.py imports it
    assert tests.index("ratings/tests/test_tallies.py") < tests.index("games/tests/test_who_sees_what.py")
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
