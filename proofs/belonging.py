"""Which tests belong to what was changed: told from who imports whom and who names what, nearest first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).resolve().parent.parent
SITE: Final = "homeworlds_site/tests"
OWN_DATA: Final = f"{SITE}/test_own_data.py"
GUARDS: Final = {
    f"{SITE}/test_secrets.py::test_every_address_of_the_site_is_known_here": "addresses",
    f"{SITE}/test_registered.py": "options, levels, apps, steps of the sweep",
    f"{SITE}/test_catalogue.py": "each text of the source, in each language",
    f"{OWN_DATA}::test_every_column_that_leads_to_a_player_is_exported_or_left_out_with_its_reason": "tables",
    f"{OWN_DATA}::test_the_file_holds_what_the_player_left_everywhere": "what people take away",
    f"{OWN_DATA}::test_nobody_gets_keys_or_what_others_keep_to_themselves": "and what they do not",
    f"{SITE}/test_own_concerns.py": "each act of staff",
    f"{SITE}/test_queues.py": "each task",
    f"{SITE}/test_settings.py::test_the_tables_name_every_variable_that_is_read_and_no_other": "settings",
    f"{SITE}/test_settings.py::test_the_tables_give_the_defaults_of_the_code": "and their defaults",
    f"{SITE}/test_migrations.py::test_every_migration_is_survived_by_the_release_before": "migrations",
    "accounts/tests/test_staff.py": "each page of the admin",
    "bots/tests/test_levels.py": "each level",
    "games/tests/test_refusals.py": "each refusal",
    "homeworlds/tests/test_refusals.py": "each refusal of the library",
    "notices/tests/test_kinds.py": "each kind of notice",
    "pages/tests/test_rules.py::test_a_page_says_its_options_and_no_other": "the options of each rule set",
    "pages/tests/test_rules.py::test_another_option_makes_another_page": "each option of the rules",
    "pages/tests/test_rules.py::test_the_number_of_pieces_is_that_of_the_rule_set": "each number",
    "pages/tests/test_rules_in_words.py": "each phrase about a rule",
    "board/tests/test_purity.py": "each module of the board",
    "homeworlds/tests/test_purity.py": "each module of the library",
    f"{SITE}/test_access_matrix.py": "each address, those of the changed app asked for by everybody",
}
"""What looks at everything, and so belongs to any change."""
DRIVEN: Final = {
    "clubs": "club", "drawn": "looking_back", "events": "event", "keys": "keyboard", "ladders": "ladder",
    "learn": "guide", "mine": "two_people", "new_game": "long_forms", "news": "living_table",
    "open_games": "two_people", "profile": "friends", "ratings": "rated_game", "replay": "looking_back",
    "rounds": "event", "rows": "two_people", "rules": "guide", "standings": "event", "table": "two_people",
    "talk": "friends", "terms": "long_forms", "touch": "phone", "turn": "two_people", "view": "tidying",
}  # fmt: skip
"""By the name of a script or a style sheet: the test in a browser that sees most of it, where none has its
name; for what is not here it is the first visit."""


def chosen(paths: Iterable[str], settings: Iterable[str] = (), root: Path = ROOT) -> list[str]:
    """The tests of `bin/test changed`, nearest first: files, or single tests of a file.

    Of a module: its own package's tests, those among them that import it before the others; other tests that
    import it; those of modules that import it, beside these; and always the guards, before whatever does not
    stand beside it and import it. Another file, and what draws it, stands for the modules and tests that name
    it; a setting for those that ask for it.
    """
    files = sorted(set(paths))
    if "conftest.py" in files:  # has to do with all
        files += [path for path in _python(root) if _is_test(module_of(path))]
    modules = [path for path in files if path.endswith(".py") and path.split("/")[0] in _packages(root)]
    named = [each for path in files if path not in modules for each in _naming(path, root)]
    named += _saying([f"settings.{name}" for name in settings], root) if settings else []
    changed = [*modules, *named]
    first = [path for path in changed if _is_test(module_of(path)) and (root / path).exists()]
    near = [path for path in _ordered(changed, root, wide=False) if not _drives(path)]
    first += _nearest(near, changed, root)
    guards = [guard for guard in (GUARDS if files else ()) if guard.partition("::")[0] not in near]
    whole = [guard for guard in GUARDS if guard in near]
    return list(dict.fromkeys([*first, *whole, *guards, *near]))


def _nearest(tests: Iterable[str], paths: Iterable[str], root: Path) -> list[str]:
    """Of these those that stand beside and import a module themselves, or are called after it."""
    graph = _graph(root)
    changed = {module_of(path) for path in paths} & graph.modules
    own, users = _around(changed), {user for module in changed for user in _importers(graph, module)}
    names = {f"test_{module.rpartition('.')[2]}" for module in changed}
    users |= {module for module in graph.modules if module.rpartition(".")[2] in names}
    return [test for test in tests if module_of(test) in users and _stands_beside(module_of(test), own)]


def belonging(paths: Iterable[str], root: Path = ROOT) -> list[str]:
    """All test files that belong to these Python files, nearest first; all paths are relative to the root.

    First those that import one of the files themselves, or through helpers of tests, of the same package
    before others; then all that stand beside them (in a `tests` folder of their package or of one around it,
    where pages and services are asked that lead to them); last those that import a module that imports one of
    them. A changed test belongs to itself. Files of no package, and modules that are gone, have none. The
    packages of the root must be importable.
    """
    return _ordered(paths, root, wide=True)


def _ordered(paths: Iterable[str], root: Path, *, wide: bool) -> list[str]:
    """Wide: also tests of other packages that reach a module through a helper, or its importers from afar."""
    graph = _graph(root)
    changed = {module_of(path) for path in paths} & graph.modules
    near = _testing(graph, changed)
    own = _around(changed)
    beside = {test for test in graph.modules if _is_test(test) and _stands_beside(test, own)}
    importers = {user for module in changed for user in _importers(graph, module) if not _in_tests(user)}
    around = {
        user
        for module in importers
        for user in _importers(graph, module)
        if _is_test(user) and (wide or _stands_beside(user, _around([module])))
    }
    if not wide:
        themselves = {user for module in changed for user in _importers(graph, module)} | changed
        helpers = {module for module in changed if _in_tests(module)}
        near &= beside | themselves | _testing(graph, helpers)
    distance: list[Callable[[str], bool]] = [
        lambda test: test not in changed,
        lambda test: test not in near | beside,
        lambda test: test not in beside,
        lambda test: test not in near,
    ]
    ordered = sorted(near | beside | around, key=lambda test: ([far(test) for far in distance], test))
    return [module.replace(".", "/") + ".py" for module in ordered]


def module_of(path: str) -> str:
    """`games/services/__init__.py` is the module `games.services`."""
    parts = Path(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _naming(path: str, root: Path) -> Iterator[str]:
    """Python files that name the file, or a template that it is part of; for a template also its app."""
    parts = Path(path).parts
    if parts[0] == "static":
        yield f"{SITE}/test_scripts.py"
        yield f"{SITE}/test_palettes.py"
        stem = Path(path).stem
        own = (root / SITE / "browser" / f"test_{stem}.py").exists()
        yield f"{SITE}/browser/test_{stem if own else DRIVEN.get(stem, 'first_visit')}.py"
    elif parts[0] == "templates":
        folder = root / "templates"
        texts = {file.relative_to(folder).as_posix(): file.read_text() for file in folder.rglob("*.*")}
        names, ahead = set[str](), {"/".join(parts[1:])}
        while ahead:
            names.add(name := ahead.pop())
            ahead |= {user for user, text in texts.items() if f'"{name}"' in text} - names
        quoted = [f'"{name}"' for name in names]
        yield from (path for path, text in _python(root).items() if any(name in text for name in quoted))
        if (root / parts[1] / "__init__.py").exists():
            yield f"{parts[1]}/__init__.py"
    elif parts[0] == "locale":
        yield f"{SITE}/test_french.py"
        yield f"{SITE}/test_mails.py"
    else:
        yield from _saying([Path(path).name, module_of(path)], root)


def _saying(words: Iterable[str], root: Path) -> Iterator[str]:
    pattern = re.compile("|".join([rf"(?<![\w.]){re.escape(word)}(?!\w)" for word in words]))
    return (path for path, text in _python(root).items() if pattern.search(text))


@cache
def _python(root: Path) -> dict[str, str]:
    """The text of each module of the packages, as it was when it was first asked for."""
    files = [file for package in _packages(root) for file in sorted((root / package).rglob("*.py"))]
    return {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in files}


@cache
def _graph(root: Path) -> grimp.ImportGraph:
    return grimp.build_graph(*_packages(root), cache_dir=None)


def _packages(root: Path) -> list[str]:
    return sorted(path.parent.name for path in root.glob("*/__init__.py"))


def _testing(graph: grimp.ImportGraph, modules: set[str]) -> set[str]:
    """Tests among the modules, and tests that use them, themselves or through helpers of tests."""
    found, ahead = set(modules), list(modules)
    while ahead:
        new = _users_in_tests(graph, ahead.pop()) - found
        found |= new
        ahead += new
    return set(filter(_is_test, found))


def _users_in_tests(graph: grimp.ImportGraph, module: str) -> set[str]:
    folder, _, name = module.rpartition(".")
    if name == "conftest":  # pytest imports it for every test of its folder
        return set(filter(_is_test, graph.find_descendants(folder)))
    return {user for user in _importers(graph, module) if _in_tests(user)}


def _importers(graph: grimp.ImportGraph, module: str) -> set[str]:
    return graph.find_modules_that_directly_import(module)


def _around(modules: Iterable[str]) -> set[str]:
    """The modules that are no tests, and the packages they are in."""
    names = [module.split(".") for module in modules if not _in_tests(module)]
    return {".".join(parts[:length]) for parts in names for length in range(1, len(parts) + 1)}


def _stands_beside(test: str, around: set[str]) -> bool:
    return test.partition(".tests.")[0] in around


def _drives(path: str) -> bool:
    return "/browser/" in path


def _in_tests(module: str) -> bool:
    return "tests" in module.split(".")


def _is_test(module: str) -> bool:
    return _in_tests(module) and module.rpartition(".")[2].startswith("test_")
