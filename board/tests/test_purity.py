"""The board knows positions and words: no models, no database, no request. Import-linter cannot say this of
parts of Django, so the imports are read here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

BOARD = Path(__file__).resolve().parent.parent
MODULES = sorted(path for path in BOARD.rglob("*.py") if "tests" not in path.relative_to(BOARD).parts)
ALLOWED = ("django.forms", "django.http.QueryDict", "django.urls", "django.utils")
"""Django's tools for text, forms and addresses; a QueryDict is what an address says."""


def from_django(source: str) -> Iterator[str]:
    """Dotted names, those that are imported from a module with its name before."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from [name for name in names if name.partition(".")[0] == "django"]


def foreign(source: str) -> list[str]:
    return [
        name for name in from_django(source) if not f"{name}.".startswith(tuple(f"{a}." for a in ALLOWED))
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(BOARD)))
def test_a_module_takes_from_django_only_what_needs_no_site(path):
    assert foreign(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    ["from django.db import models", "import django.db", "from django.http import HttpRequest, QueryDict",
     "from django import db", "from django.core.cache import cache", "from django.shortcuts import render"],
)  # fmt: skip
def test_what_needs_a_site_is_found(line):
    assert foreign(line)


def test_what_needs_none_is_let_through():
    assert not foreign(
        "from django import forms\nfrom django.http import QueryDict\nimport django.utils.html"
    )
