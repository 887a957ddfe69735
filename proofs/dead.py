"""What nothing uses any more: names, templates, settings, styles. `python -m proofs.dead` says so, and fails.

vulture finds the names; tests do not count as users of what stands elsewhere. What a template, a string or a
decorator may call is no dead name, nor is what a framework calls by the names in CALLED.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from vulture import Vulture

ROOT: Final = Path(__file__).resolve().parent.parent
KINDS: Final = {"class", "function", "import", "method", "property", "unreachable_code"}
"""And constants of modules; of other variables and attributes vulture cannot tell which a framework reads."""
PLAIN: Final = {
    *("abstractmethod", "atomic", "cache", "cached_property", "classmethod", "contextmanager", "dataclass"),
    *("lru_cache", "override", "property", "setter", "staticmethod", "wraps"),
}
"""Decorators that call nothing by themselves; any other may hand the name on."""
CALLED: Final = re.compile(
    # Django: of apps, commands, forms, models, migrations, admin pages and addresses
    r"\w+Config|Command|Meta|add_arguments|handle|ready|clean_\w+|create_superuser|get_(full|short)_name|\w+Admin"
    r"|has_\w*permission|lookup_allowed|database_\w+|state_forwards|describe|process_exception|to_python|get_user"
    r"|bound_data|prepare_value|get_help_text|form_invalid|(feed|item)_\w+|latest_post_date"
    # allauth: of its adapter, its backend and its forms
    r"|authenticate|user_can_authenticate|populate_username|validate_unique_email"
    r"|get_public_key_credential_rp_entity|generate_authenticator_name"
    r"|get_\w+_url|connection_class"
    # kombu, the standard library's servers and parsers, gunicorn, pytest
    r"|_(delete|get|purge|put|queue_bind|size)|rotate|readinto|do_[A-Z]+|log_(message|request)|handle_\w+|post_(request|worker_init)|child_exit|on_starting|pytest_\w+|test_\w+|Test\w+"
)
EXCEPT: Final = {
    "accounts/own_data/parts.py: names_player": "which columns must be told of",
    "accounts/staff/words.py: acts_with_words": "that each act has words",
    "homeworlds/reading/grammar.py: canonical_grammar": "docs/notation.md is made of it",
    "homeworlds/reading/grammar.py: lenient_grammar": "docs/notation.md is made of it",
    "ladders/arithmetic/matching.py: may_meet": "what a match is, said once more",
    "proofs/on_sqlite.py: ON_SQLITE_TOO": "conftest.py, for a stage",
    "proofs/rated/played_results.py: _substitute": "called by the name of an end",
    "proofs/weaving/walked.py: needless": "that each exception is needed",
    "ratings/arithmetic/two_players.py: CORE": "the published system, whose values are known",
    "tournaments/pairing/designs/cyclic.py: repeats_nothing": "what a design is",
    "upkeep/concerns.py: models_with_concerns": "that each act has its gate",
    "upkeep/timekeeping/moments.py: staying": "that each moment has its word",
}
"""Who uses it all the same: most of it tests, to hold something to it."""
SETTINGS: Final = "homeworlds_site/settings.py"
LIBRARIES: Final = (
    *("ACCOUNT_", "ALLAUTH_", "CELERY_", "CONTENT_SECURITY_POLICY", "MFA_", "ROOT_URLCONF", "WHITENOISE_"),
)
"""What settings begin with that libraries read, and Django without a default."""
NAMED_BY_LIBRARIES: Final = ("account/", "admin/", "allauth/", "mfa/", "registration/")
"""Folders of templates that a library asks for."""
QUOTED: Final = re.compile(r"""(?<=")[^"\n]*(?=")|(?<=')[^'\n]*(?=')|(?<=`)[^`]*(?=`)""")
"""Between two quotes, also of two texts that follow each other."""
NAMED_BY_DJANGO: Final = re.compile(r"(4\d\d(_csrf)?|500)\.html")


class Found(NamedTuple):
    file: str
    line: int
    name: str
    kind: str

    @property
    def key(self) -> str:
        return f"{self.file}: {self.name}"


def main() -> int:
    found = [f"{each.file}:{each.line} {each.kind} {each.name}" for each in unused_names(ROOT)]
    found += [f"templates/{name}" for name in unused_templates(ROOT)]
    found += [f"{SETTINGS} {name}" for name in unread_settings(ROOT)]
    found += [f"static/{name}" for name in (*unused_files(ROOT), *unused_styles(ROOT))]
    for each in found:
        print(f"Nothing uses {each}.")
    return 1 if found else 0


def unused_names(root: Path) -> list[Found]:
    """But for the exceptions."""
    return [each for each in names_without_users(root) if each.key not in EXCEPT]


def names_without_users(root: Path) -> list[Found]:
    """In source those that source does not use, in tests those that nobody does."""
    files = sources(root)
    words = words_of_templates(root) | words_of_strings(files)
    alone = found_in([path for path in files if not _is_of_tests(path.relative_to(root))], root)
    together = [each for each in found_in(files, root) if _is_of_tests(Path(each.file))]
    handed_on = {place for path in files for place in decorated(path, root)}
    constants = {place for path in files for place in constants_of(path, root)}
    return sorted(
        each
        for each in (*alone, *together)
        if (each.kind in KINDS or (each.file, each.line) in constants)
        and each.name not in words
        and not CALLED.fullmatch(each.name)
        and (each.file, each.line) not in handed_on
        and "migrations" not in Path(each.file).parts
        and each.file != SETTINGS
    )


def found_in(files: Iterable[Path], root: Path) -> list[Found]:
    vulture = Vulture()
    vulture.scavenge([str(path) for path in files])
    found = []
    for each in vulture.get_unused_code():
        file = Path(each.filename).resolve().relative_to(root).as_posix()
        found.append(Found(file, each.first_lineno, each.name, each.typ))
    return found


def sources(root: Path) -> list[Path]:
    packages = [path.parent for path in root.glob("*/__init__.py")]
    return [*sorted(root.glob("*.py")), *sorted(p for each in packages for p in each.rglob("*.py"))]


def words_of_templates(root: Path) -> set[str]:
    """All that stands between their braces."""
    texts = [path.read_text(encoding="utf-8") for path in (root / "templates").rglob("*") if path.is_file()]
    inside = [part for text in texts for part in re.findall(r"{[{%].*?[%}]}", text, re.DOTALL)]
    return set(re.findall(r"[A-Za-z_]\w*", " ".join(inside)))


def words_of_strings(files: Iterable[Path]) -> set[str]:
    """Of strings that are names, with or without dots and a colon, as frameworks are given them."""
    return {
        word
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[\w.:]+", node.value)
        for word in re.split(r"[.:]", node.value)
    }


def decorated(path: Path, root: Path) -> Iterator[tuple[str, int]]:
    """Where something begins that a decorator may hand on."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            called = [ast.unparse(each).partition("(")[0] for each in node.decorator_list]
            if any(name.rpartition(".")[2] not in PLAIN for name in called):
                first = min(each.lineno for each in node.decorator_list)
                yield path.relative_to(root).as_posix(), first


def constants_of(path: Path, root: Path) -> Iterator[tuple[str, int]]:
    """Where a module names one."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            names = [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
            if names and names[0].lstrip("_").isupper():
                yield path.relative_to(root).as_posix(), node.lineno


def unused_templates(root: Path) -> list[str]:
    """Those that neither a template nor a module of the site names."""
    folder = root / "templates"
    named = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
    texts = [path.read_text(encoding="utf-8") for path in [*folder.rglob("*.*"), *_of_the_site(root)]]
    quoted = {each for text in texts for each in re.findall(r"""["']([\w./{}-]+\.\w+)["']""", text)}
    patterns = [
        re.compile(re.sub(r"\\{.*?\\}", r"[\\w-]+", re.escape(each))) for each in quoted if "{" in each
    ]
    return sorted(
        name
        for name in named - quoted
        if not name.startswith(NAMED_BY_LIBRARIES)
        and not NAMED_BY_DJANGO.fullmatch(name)
        and not any(pattern.fullmatch(name) for pattern in patterns)
    )


def unread_settings(root: Path) -> list[str]:
    """Those that are neither Django's nor a library's and that no module of the site asks for."""
    from django.conf import global_settings

    settings = root / SETTINGS
    names = [
        node
        for node in ast.walk(ast.parse(settings.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name)
    ]
    defined = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    texts = [path.read_text(encoding="utf-8") for path in _of_the_site(root) if path != settings]
    asked = {word for text in texts for word in re.findall(r"\b[A-Z][A-Z0-9_]+\b", text)}
    return sorted(
        name
        for name in defined - asked - read
        if name.isupper() and not hasattr(global_settings, name) and not name.startswith(LIBRARIES)
    )


def unused_files(root: Path) -> list[str]:
    """Scripts, sheets and pictures that neither a template nor a module names."""
    folder = root / "static"
    texts = [path.read_text(encoding="utf-8") for path in (root / "templates").rglob("*.*")]
    texts += [path.read_text(encoding="utf-8") for path in _of_the_site(root)]
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
    return sorted(name for name in files if not any(name in text for text in texts))


def unused_styles(root: Path) -> list[str]:
    """Classes and ids that a style sheet speaks of and no template, script or module gives to anything."""
    said = [each for path in (root / "templates").rglob("*.*") for each in _said_by_template(path)]
    scripts = [path.read_text(encoding="utf-8") for path in (root / "static").rglob("*.js")]
    said += [each for text in scripts for each in QUOTED.findall(text)]
    said += [each for path in _of_the_site(root) for each in _strings(path)]
    words = {word for each in said for word in re.findall(r"[\w-]+", each)}
    # What comes after the hyphen is put in.
    begun = tuple({word for each in said for word in re.findall(r"([a-z][\w-]*-)(?=[{$]|$)", each)})
    found = []
    for sheet in sorted((root / "static").rglob("*.css")):
        text = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        selectors = [each for each in re.findall(r"([^{};]+){", text) if not each.strip().startswith("@")]
        named = {word for each in selectors for word in re.findall(r"[.#][a-zA-Z][\w-]*", each)}
        place = sheet.relative_to(root / "static").as_posix()
        found += [
            f"{place} {name}"
            for name in sorted(named)
            if name[1:] not in words and not name[1:].startswith(begun)
        ]
    return found


def _said_by_template(path: Path) -> Iterator[str]:
    """What it puts between quotes, or into a block without elements; not what it says to people."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"{#.*?#}|{% comment.*?endcomment %}|{% (block)?translate .*?%}", "", text, flags=re.DOTALL)
    yield from QUOTED.findall(text)
    yield from re.findall(r'class="([^>]*)"', text)
    yield from re.findall(r"{% block \w+ %}([^<]*?){% endblock", text)


def _strings(path: Path) -> Iterator[str]:
    """All of a module, and the parts of those into which something is put; no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs:
            yield node.value


def _of_the_site(root: Path) -> list[Path]:
    """What makes pages."""
    apart = {"proofs", "benchmarks"}
    return [
        path
        for path in sources(root)
        if not _is_of_tests(path.relative_to(root)) and path.relative_to(root).parts[0] not in apart
    ]


def _is_of_tests(path: Path) -> bool:
    return "tests" in path.parts or path.name == "conftest.py"


if __name__ == "__main__":
    sys.exit(main())
