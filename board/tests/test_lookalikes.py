"""Held to Unicode's own data: the tables as kept by a library, and what Python says of each character."""

import sys
import unicodedata

import pytest
from confusable_homoglyphs import categories
from hypothesis import given
from hypothesis import strategies as st

from board.words.lookalikes import called, hidden_in, look, mixes_scripts


def test_the_tables_know_every_character_that_python_knows():
    """A newer Python needs newer tables; what they do not know is refused until then."""
    unknown = [
        hex(number)
        for number in range(sys.maxunicode + 1)
        if unicodedata.category(chr(number)) not in ("Cn", "Co", "Cs")
        and categories.alias(chr(number)) == "Unknown"
    ]
    assert unknown == []


@pytest.mark.parametrize(
    "text", ["a", "abc-1", "é", "Мария", "ひらカナ漢ー", "한글漢", "ㄅ漢", "ελ", "١٢", "", "🚀x"]
)
def test_one_script_is_not_mixed(text):
    assert not mixes_scripts(text)


@pytest.mark.parametrize("text", ["aб", "Ꭺnna", "lиса", "aλ", "漢a", "ひ한", "a١", "\U0010ffff"])
def test_several_scripts_are_mixed(text):
    assert mixes_scripts(text)


@pytest.mark.parametrize(
    "text, name",
    [
        ("a\u200bb", "U+200B ZERO WIDTH SPACE"),
        ("\ufeffa", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
        ("a\u00ad", "U+00AD SOFT HYPHEN"),
        ("\u2800", "U+2800 BRAILLE PATTERN BLANK"),
        ("\u3164", "U+3164 HANGUL FILLER"),
        ("\u115f", "U+115F HANGUL CHOSEONG FILLER"),
        ("a\U000e0100", "U+E0100 VARIATION SELECTOR-17"),
        ("a\x07", "U+0007"),
    ],
)
def test_what_draws_nothing_is_found_and_called_by_its_name(text, name):
    mark = hidden_in(text)
    assert mark is not None
    assert called(mark) == name


@pytest.mark.parametrize("text", ["build G1 Alice;\r\n\tpass", "a\u00a0b", "é", "e\u0301", "ー"])
def test_blanks_and_accents_are_seen(text):
    assert hidden_in(text) is None


@given(st.text(max_size=20))
def test_a_look_looks_like_itself_in_any_case(text):
    assert look(look(text)) == look(text)


@given(st.text(alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", max_size=20))
def test_case_makes_no_difference_to_plain_letters(text):
    assert look(text) == look(text.lower()) == look(text.upper())
