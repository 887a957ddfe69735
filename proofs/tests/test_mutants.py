"""How lines are broken, which are chosen, and how a test that finds one is told from none."""

from pathlib import Path

import pytest

from proofs.kit.processes import ROOT
from proofs.planted.breaking import Mutant, mutants_of
from proofs.planted.mutants import BROKEN, Known, belonging_to, chosen, failing

BREAKS = {
    "return a < b": {"return a <= b"},
    "return a is not b": {"return a is b"},
    "return a not in (b)": {"return a in (b)"},
    "return a == b != c": {"return a != b != c", "return a == b == c"},
    "return a and b and c": {"return a or b and c", "return a and b or c"},
    "return any(a)": {"return all(a)"},
    "return max(a)": {"return min(a)"},
    "return max(a, b)": {"return min(a, b)", "return (a)", "return (b)"},
    "return min(a, key=b)": {"return max(a, key=b)"},
    "return a - {b}": {"return a"},
    "return a[-b:]": {"return a"},
    "return a[:b]": set(),
    "return a + 1": {"return a - 1", "return a + 2"},
    "return 'é' + a": set(),
    "a -= b": {"a += b"},
    "return not a": {"return a"},
    "return True": {"return False"},
    "told(a)": {"pass"},
    "a = told('é', b < c)": {"a = told('é', b <= c)"},
    "return rows.select_for_update(of=a).order_by(b)": {"return rows.order_by(b)"},
    "return rows.filter(a, b=c, d=e)": {"return rows.filter(a, d=e)", "return rows.filter(a, b=c)"},
}


@pytest.mark.parametrize("line", BREAKS)
def test_a_line_is_broken_in_every_way_but_one_at_a_time(line: str) -> None:
    source = f'LIMIT = 3\n\ndef f():\n    """Words: é."""\n    {line}\n'.encode()
    mutants = mutants_of("a.py", source)
    assert {mutant.after for mutant in mutants} == BREAKS[line]
    for mutant in mutants:
        assert (mutant.line, mutant.function, mutant.before) == (5, "f", line)
        assert mutant.applied(source).decode() == source.decode().replace(line, mutant.after)
        assert mutant.is_lock == ("select_for_update" in line)


def test_a_seed_chooses_the_same_mutants_again_and_another_seed_others() -> None:
    some = chosen(1, 40)
    assert chosen(1, 10) == some[:10] != chosen(2, 10)
    assert len({(mutant.path, mutant.line) for mutant in some}) == 40
    assert all(mutant.compiles((ROOT / mutant.path).read_bytes()) for mutant in some)


def test_every_place_to_break_stands_for_something() -> None:
    for pattern in BROKEN:
        assert list(ROOT.glob(pattern)), f"{pattern} names no file any more"


def test_tests_that_name_the_function_are_asked_first_and_the_slow_ones_last() -> None:
    mutant = Mutant("games/services/turns.py", 0, 0, "", 1, "take_turn", "", "")
    tests = belonging_to(mutant)
    assert {"games/tests/test_turns.py", "games/tests/test_bot_turns.py"} >= set(tests[:2])
    assert tests[-1] == "homeworlds_site/tests/test_secrets.py"
    assert not [test for test in tests if "/browser/" in test]


def test_a_failing_test_is_named_and_a_passing_one_is_not(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = browser\n    faults\n")
    (tmp_path / "test_whole.py").write_text("def test_a(): pass\n")
    broken = "import pytest\n@pytest.mark.parametrize('a', ['b - c'])\ndef test_d(a): assert a == 1\n"
    (tmp_path / "test_broken.py").write_text(broken)
    (tmp_path / "test_no_import.py").write_text("import nothing_of_this_name\n")
    assert failing(["test_whole.py"], tmp_path, None, 60) == ""
    assert failing(["test_whole.py", "test_broken.py"], tmp_path, None, 60) == "test_broken.py::test_d[b - c]"
    assert failing(["test_no_import.py"], tmp_path, None, 60) == "test_no_import.py"


def test_what_runs_with_a_seed_have_found_is_kept_and_survivors_are_tried_again(tmp_path: Path) -> None:
    found, survivor = mutants_of("a.py", b"def f():\n    return a < b and c\n")
    known = Known(tmp_path / "1.json")
    known.add(found, "test_a.py::test_b")
    known.add(survivor, "")
    again = Known(tmp_path / "1.json")
    assert again.found == {again.key(found): "test_a.py::test_b", again.key(survivor): ""}
    again.end()
    assert Known(tmp_path / "1.json").found == {again.key(found): "test_a.py::test_b"}
