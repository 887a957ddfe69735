"""Every catalogue is complete: each text of the source has its sentence in each language, also compiled."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import pytest

from homeworlds_site.tests.catalogue import (
    Entry,
    Marked,
    marked_texts,
    places_of_texts,
    plural_forms,
    po_of,
    read_po,
    texts_of_python,
    texts_of_template,
    translated_languages,
)

PLACE = re.compile(r"%\(\w+\)[a-z]|\{\w*\}")
TAG = re.compile(r"<[^>]+>")
AGAIN = "docs/translating.md says how the catalogue is brought up to date."


@pytest.fixture(scope="module", params=translated_languages())
def po(request: pytest.FixtureRequest) -> Path:
    """The catalogue of each language in turn."""
    return po_of(request.param)


@pytest.fixture(scope="module")
def entries(po: Path) -> list[Entry]:
    return read_po(po)


@pytest.fixture(scope="module")
def marked() -> dict[Marked, str]:
    return marked_texts()


def missing(marked: dict[Marked, str], entries: list[Entry]) -> list[str]:
    known = {entry.marked for entry in entries}
    return [f"{place}: {each.text!r}" for each, place in marked.items() if each not in known]


def test_every_text_of_the_source_is_in_the_catalogue(marked, entries):
    assert len(marked) > 1000
    assert not missing(marked, entries), AGAIN


def test_the_catalogue_has_no_text_that_the_source_has_not(marked, entries):
    gone = [entry.marked for entry in entries if entry.marked not in marked]
    assert not gone, AGAIN


def test_every_text_is_translated_and_no_translation_is_a_guess(entries):
    assert not [entry.marked for entry in entries if entry.fuzzy]
    assert not [entry.marked for entry in entries if not all(entry.translations)]


def test_plurals_have_all_forms_and_others_one(po, entries):
    forms = plural_forms(po)
    assert forms > 0
    wrong = [
        each.marked for each in entries if len(each.translations) != (forms if each.marked.plural else 1)
    ]
    assert not wrong


def wrong_places(entry: Entry) -> list[str]:
    """Translations with other parameters or other tags than the English text; a singular may say its
    number in a word."""
    text, plural, _context = entry.marked
    wanted = set(PLACE.findall(text)) | set(PLACE.findall(plural))
    may_miss = wanted - (set(PLACE.findall(text)) & set(PLACE.findall(plural or text)))
    wrong = []
    for translation in entry.translations:
        places = set(PLACE.findall(translation))
        tags = sorted(TAG.findall(translation)) == sorted(TAG.findall(text))
        if not (wanted - may_miss <= places <= wanted and tags):
            wrong.append(translation)
    return wrong


def test_translations_have_the_parameters_and_tags_of_the_text(entries):
    assert not [wrong for entry in entries for wrong in wrong_places(entry)]


def test_french_marks_are_set_as_in_french():
    """The narrow blank (U+202F) before the double marks and inside « », no other; ’ for the apostrophe."""
    blank = re.compile(r" [:;!?»](?!\w)|« |\u00a0|\w[;!?](?:\s|$)|[^\s:/]:(?:\s|$)|\w'\w|[“”]")
    outside = [TAG.sub("", each) for entry in read_po(po_of("fr")) for each in entry.translations]
    assert not [french for french in outside if blank.search(french)]


def test_the_compiled_catalogue_is_the_text_catalogue(po, entries):
    with po.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    wanted: dict[str | tuple[str, int], str] = {}
    for entry in entries:
        text, plural, context = entry.marked
        key = f"{context}\x04{text}" if context else text
        if plural:
            wanted.update({(key, form): each for form, each in enumerate(entry.translations)})
        else:
            wanted[key] = entry.translations[0]
    held = {text: translation for text, translation in compiled._catalog.items() if text}  # type: ignore[attr-defined]
    assert held == wanted, AGAIN


def test_a_language_that_is_offered_needs_a_catalogue(settings):
    settings.LANGUAGES = [*settings.LANGUAGES, ("de", "Deutsch")]
    assert translated_languages() == ["fr", "de"]
    with pytest.raises(FileNotFoundError, match="locale/de/"):
        read_po(po_of("de"))


def test_an_empty_catalogue_is_found_incomplete(tmp_path, marked):
    po = tmp_path / "django.po"
    po.write_text('msgid ""\nmsgstr "Language: de\\n"\n', encoding="utf-8")
    assert len(missing(marked, read_po(po))) == len(marked)


def test_a_text_without_translation_is_found(entries):
    new = {Marked("Somebody new is here."): "games/somewhere.py"}
    assert missing(new, entries) == ["games/somewhere.py: 'Somebody new is here.'"]


def test_lost_parameters_and_tags_are_found():
    assert wrong_places(Entry(Marked("{name} won."), ("{nom} a gagné.",), False))
    assert wrong_places(Entry(Marked("<b>%(name)s</b> won."), ("%(name)s a gagné.",), False))
    assert not wrong_places(Entry(Marked("A day", "{number} days"), ("Un jour", "{number} jours"), False))
    assert wrong_places(Entry(Marked("{n} of {m}", "{n} of {m} all"), ("{n}", "{n} sur {m}"), False))


def test_marked_texts_are_found_in_python_and_in_templates():
    source = (
        'a = gettext("One" " text")\nb = ngettext("{n} ship", "{n} ships", n)\nc = _(name)\nd = other("No")\n'
        'e = pgettext("menu", "Open")'
    )
    assert set(texts_of_python(source)) == {
        Marked("One text"),
        Marked("{n} ship", "{n} ships"),
        Marked("Open", context="menu"),
    }
    template = (
        "{% load i18n %}<p title=\"{% translate 'It’s “one”' %}\">{% blocktranslate with name=x %}Hello "
        "{{ name }}{% endblocktranslate %}{% blocktranslate count number=n %}{{ number }} ship"
        "{% plural %}{{ number }} ships{% endblocktranslate %} gettext "
        "{% translate 'Open' context 'menu' %}</p>"
    )
    assert set(texts_of_template(template)) == {
        Marked("It’s “one”"),
        Marked("Hello %(name)s"),
        Marked("%(number)s ship", "%(number)s ships"),
        Marked("Open", context="menu"),
    }


def test_fuzzy_and_obsolete_entries_are_told_apart(tmp_path: Path):
    po = tmp_path / "django.po"
    po.write_text(
        'msgid ""\nmsgstr "header"\n\n#, fuzzy\nmsgid "One"\nmsgstr ""\n"Un"\n\n'
        '#~ msgid "Two"\n#~ msgstr "Deux"\n',
        encoding="utf-8",
    )
    assert read_po(po) == [Entry(Marked("One"), ("Un",), True)]


AGREES = re.compile(r"\w+(ée?s?|nie?s?|due?s?|verte?s?|ifs?|ives?)|nulles?", re.IGNORECASE)
"""A French word alone that takes the gender and the number of what it is said of."""
OF_ONE_NOUN = {
    "Accepted": "an invitation",
    "Declined": "an invitation",
    "Withdrawn": "an invitation",
    "Cancelled": "games",
    "Copied": "a link",
    "Draw": "a game",
    "Drawn": "games",
    "Finished": "games",
    "Played": "games",
    "Shared": "games",
    "Won": "games and tables",
    "Lost": "games",
    "Void": "a game",
    "Health": "a noun",
    "won": "a verb",
    "lost": "a verb",
    "drawn": "a game",
    "done": "a game",
    "rated": "an event",
    "Tide": "a noun",
    "Brisk": "a clock",
}
"""Words of several files that are said of things of one gender and number there."""


def said_of_several(places: dict[Marked, list[str]], entries: list[Entry]) -> dict[str, list[str]]:
    """Words without a context that agree with what they are said of, and stand in several files."""
    return {
        entry.marked.text: places[entry.marked]
        for entry in entries
        if not entry.marked.context
        and len(places.get(entry.marked, ())) > 1
        and AGREES.fullmatch(entry.translations[0])
    }


def test_a_word_that_is_said_of_several_things_has_a_context_for_each():
    found = said_of_several(places_of_texts(), read_po(po_of("fr")))
    unknown = {word: places for word, places in found.items() if word not in OF_ONE_NOUN}
    assert not unknown, f"msgctxt is missing, or the noun in OF_ONE_NOUN: {unknown}"
    assert OF_ONE_NOUN.keys() <= found.keys(), OF_ONE_NOUN.keys() - found.keys()


def test_a_word_of_two_meanings_is_found():
    bare, told = Marked("Finished"), Marked("Finished", context="events")
    places = {bare: ["games/models.py", "templates/events.html"], told: ["a", "b"]}
    entries = [Entry(bare, ("Finies",), fuzzy=False), Entry(told, ("Finis",), fuzzy=False)]
    assert said_of_several(places, entries) == {"Finished": places[bare]}


def test_french_signs_of_two_parts_stand_after_a_narrow_blank():
    """`:` `;` `!` `?`, which a line may not begin with."""
    wrong = [
        words
        for entry in read_po(po_of("fr"))
        for words in entry.translations
        if re.search(
            r"(?<!\u202f)[:;!?](?=\s|$)", TAG.sub("x", PLACE.sub("x", re.sub(r"https?:\S+", "", words)))
        )
    ]
    assert not wrong
