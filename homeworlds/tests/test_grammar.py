"""docs/notation.md holds the grammar that the tables of words make."""

from __future__ import annotations

from pathlib import Path

import pytest

import homeworlds
from homeworlds.foreign.reading import FORMATS
from homeworlds.foreign.writing import WRITERS
from homeworlds.reading.grammar import canonical_grammar, lenient_grammar
from homeworlds.refusals import Refusal
from homeworlds.tests.reading_aloud import read

DOCS = Path(homeworlds.__file__).parents[1] / "docs" / "notation.md"

pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the library alone has no docs")


def test_the_page_holds_the_grammar_of_the_tables() -> None:
    page = DOCS.read_text(encoding="utf-8")
    for grammar in (canonical_grammar(), lenient_grammar()):
        assert f"```ebnf\n{grammar}\n```" in page


def test_the_page_names_every_format() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert all(f"| `{form.name}` |" in page for form in FORMATS)
    assert f"--to {'|'.join(WRITERS)}" in page


@pytest.mark.parametrize(
    "text", ["g1 Ann", "at Vega build g1", "build green-1 Ann", "build cyan Ann", "draw"]
)
def test_what_is_said_not_to_be_read_is_not(text: str) -> None:
    with pytest.raises(Refusal):
        read(text)


@pytest.mark.parametrize(
    "text, turn",
    [
        ("build g 1 Ann", "build G1 Ann"),
        ("builds a small green on Ann", "build G1 Ann"),
        ("trade b1 for g at Enif", "trade B1 G1 Enif"),
        ("sac r2", "sacrifice R2 Mira"),
    ],
)
def test_what_is_said_to_be_read_is(text: str, turn: str) -> None:
    assert read(text) == turn
