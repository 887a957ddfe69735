"""Every sentence of the rules page, sections 1 to 4, has its cases."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from homeworlds.tests.rules_table import SENTENCES
from homeworlds.tests.rules_table.cases import Case, Sentence, TurnCase, check_accepted, check_refused

_SOURCE = re.compile(r"(00[0-4]|rules\.md)(, (00[0-4]|rules\.md))*")


def _cases(accepted: bool) -> list[ParameterSet]:
    found: list[ParameterSet] = []
    for sentence in SENTENCES:
        cases = sentence.accepted if accepted else sentence.refused
        found += [
            pytest.param(case, id=f"{sentence.number}-{count}") for count, case in enumerate(cases, start=1)
        ]
    return found


@pytest.mark.parametrize("case", _cases(accepted=True))
def test_what_a_sentence_allows_is_accepted(case: Case) -> None:
    if isinstance(case, TurnCase):
        check_accepted(case)
    else:
        case()


@pytest.mark.parametrize("case", _cases(accepted=False))
def test_what_a_sentence_forbids_is_refused(case: Case) -> None:
    if isinstance(case, TurnCase):
        check_refused(case)
    else:
        case()


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.number)
def test_every_sentence_has_a_case_and_a_source(sentence: Sentence) -> None:
    assert sentence.accepted, f"{sentence.number} has no case"
    assert sentence.title
    assert _SOURCE.fullmatch(sentence.source)


def test_the_numbers_run_without_a_gap() -> None:
    for section in "1234":
        numbers = [s.number for s in SENTENCES if s.number.startswith(section)]
        assert numbers == [f"{section}.{count}" for count in range(1, len(numbers) + 1)]


@pytest.mark.archive
def test_the_table_covers_every_sentence_of_the_rules_page(shared: Path) -> None:
    """A new or changed sentence fails until the table has looked at it again."""
    page = sentences_of((shared / "rules.md").read_text(encoding="utf-8"))
    assert [s.number for s in SENTENCES] == list(page)
    changed = {s.number: page[s.number] for s in SENTENCES if s.digest != digest(page[s.number])}
    assert not changed


def digest(sentence: str) -> str:
    return hashlib.sha256(sentence.encode()).hexdigest()[:8]


def sentences_of(page: str) -> dict[str, str]:
    """The sentences and table rows of sections 1 to 4, numbered like 1.12."""
    numbered: dict[str, str] = {}
    for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        if re.match(r"[1-4]\.", part) is None:
            continue
        _, _, body = part.partition("\n")
        sentences = [sentence for block in _blocks(body) for sentence in _split(block)]
        numbered |= {f"{part[0]}.{count}": text for count, text in enumerate(sentences, start=1)}
    return numbered


def _blocks(body: str) -> list[str]:
    """Bullets, paragraphs and table rows, each on one line."""
    blocks = [""]
    for line in map(str.strip, body.splitlines()):
        if not line or line.startswith(("- ", "|")) or not blocks[-1] or blocks[-1].startswith("|"):
            blocks.append(line)
        else:
            blocks[-1] += f" {line}"
    return [block.removeprefix("- ") for block in blocks if block and not block.startswith("|-")]


def _split(block: str) -> list[str]:
    if block.startswith("|"):
        return [block]
    parts = re.split(r"(?<=[.:]\*\*)\s+|(?<=[.!?])\s+|(?<=\.\))\s+", block)
    return [part for part in parts if not re.fullmatch(r"\*\*[^*]+\.\*\*", part)]
