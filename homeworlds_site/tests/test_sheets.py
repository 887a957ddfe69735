"""The contact sheets see what is missing, empty, cut or not translated; what they show is drawn by
`bin/prove sheets`."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import gettext, ngettext, pgettext

from homeworlds_site.tests.sheets.drawing import pages
from homeworlds_site.tests.sheets.forms import FORMS, Cell, Said, untranslated
from homeworlds_site.tests.sheets.gathering import LANGUAGES
from homeworlds_site.tests.sheets.judging import POST_FORMS, verdict
from notices import channels, kinds
from notices.channels import Channel
from notices.hooks import places
from notices.kinds import kind_named, registered


def cells() -> list[Cell]:
    """Of everything that is registered, and nothing wrong with any."""
    asked = [(kind, form) for kind in registered() for form in FORMS]
    asked += [(kind, form) for kind in places._kinds for form in POST_FORMS]
    return [
        Cell(kind, form, language, Said(f"A title, {language}", f"Words, {language}"))
        for kind, form in asked
        for language in LANGUAGES
    ]


def test_where_nothing_is_wrong_the_last_line_says_so():
    found = verdict(cells())
    assert found.is_good and found.faults() == []
    kinds_there = len(registered()) + len(places._kinds)
    assert found.last_line.startswith(f"sheets: {kinds_there} kinds x {len(FORMS)} channels x 2 languages, ")
    assert found.last_line.endswith("0 empty, 0 untranslated, 0 cut")


@pytest.mark.parametrize(
    "fault, said",
    [
        ("empty", Said("A title", "")),
        ("empty", Said(" ", "Words")),
        ("cut", Said("A title that goes on and…", "Mots")),
        ("cut", Said("Un titre", "Des mots qui…")),
    ],
)
def test_what_says_nothing_or_is_cut_is_named(fault, said):
    (first, *others) = cells()
    found = verdict([changed(first, said), *others])
    assert not found.is_good
    assert found.faults() == [f"{fault}: {first.kind} · {first.form} · {first.language}"]


def changed(cell: Cell, said: Said, *missing: str) -> Cell:
    return Cell(cell.kind, cell.form, cell.language, said, missing)


def test_a_form_that_says_the_same_in_both_languages_is_named_and_so_is_a_word_that_has_no_translation():
    all_cells = cells()
    english, french = all_cells[0], all_cells[1]
    assert (english.language, french.language) == tuple(LANGUAGES)
    same = verdict([english, changed(french, english.said), *all_cells[2:]])
    assert len(same.untranslated) == 1 and not same.is_good
    missing = verdict([english, changed(french, french.said, "Grmbl"), *all_cells[2:]])
    assert "Grmbl" in missing.untranslated[0]


def test_a_new_kind_and_a_new_channel_are_missing_until_they_are_drawn(monkeypatch):
    before = cells()
    drum = Channel("drum", "Drum", "notices.tasks.drum", lambda player: [], lambda delivery: None)
    monkeypatch.setattr(channels, "_channels", {**channels.registered(), "drum": drum})
    monkeypatch.setattr(kinds, "_kinds", {**registered(), "hail": kind_named("turn")})
    found = verdict(before)
    assert "the channel drum" in found.missing
    assert len(found.missing) == 1 + len(FORMS) * len(LANGUAGES)
    assert found.last_line.endswith(f"{len(found.missing)} missing")


def test_what_overflows_in_the_browser_counts_as_cut():
    assert verdict(cells(), ["turn · mail · fr"]).faults() == ["cut: turn · mail · fr"]


def test_words_without_a_translation_are_heard_while_they_are_said():
    with untranslated("fr") as missing, translation.override("fr"):
        gettext("My games")
        gettext("Nobody has translated this")
        pgettext("a page", "Open")
        pgettext("a page", "Nobody has translated this either")
        ngettext("It is your turn in {count} game", "It is your turn in {count} games", 2)
        ngettext("{number} grmbl", "{number} grmbls", 2)
    with translation.override("en"):
        gettext("Said in English")
    assert missing == {
        "Nobody has translated this",
        "a page\x04Nobody has translated this either",
        "{number} grmbl",
    }


def test_a_page_for_each_form_and_language_shows_its_cells_and_escapes_their_words(tmp_path: Path):
    cell = Cell("turn", "push", "en", Said("<b>Rain</b>", "It & rains"))
    (path,) = pages([cell], tmp_path)
    text = path.read_text()
    assert path.name == "push-en.html" and "&lt;b&gt;Rain" in text and "It &amp; rains" in text
