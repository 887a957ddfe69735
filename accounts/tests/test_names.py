import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import check_player_name, name_key
from homeworlds.names import LONGEST_NAME, check_name

GOOD = ["A", "Zoe", "Zoë", "O-Neill", "x" * 20, "Ωmega", "李小龍", "R2D2", "Мария", "Jean.Luc", "7th"]
BAD = [
    ("", "name_empty"),
    ("   ", "name_empty"),
    ("x" * 21, "name_too_long"),
    ("two words", "name_has_blank"),
    ("non\u00a0breaking", "name_has_blank"),
    ("new\nline", "name_has_blank"),
    ("nul\x00", "name_not_printable"),
    ("bell\x07", "name_not_printable"),
    ("del\x7f", "name_not_printable"),
    ("right\u200fleft", "name_not_printable"),
    ("over\u202eride", "name_not_printable"),
    ("isolate\u2066d", "name_not_printable"),
    ("zero\u200bwidth", "name_not_printable"),
    ("joi\u200dner", "name_not_printable"),
    ("bom\ufeff", "name_not_printable"),
    ("soft\u00adhyphen", "name_not_printable"),
    ("half\ud800", "name_not_printable"),
    ("\u0301accent", "name_not_printable"),
    ("ｗｉｄｅ", "name_not_printable"),
    ("ﬁne", "name_not_printable"),
    ("a;b", "name_character"),
    ("a(b", "name_character"),
    ("a)b", "name_character"),
    ("a@b", "name_character"),
    ("<b>", "name_character"),
    ("---", "name_no_letter"),
    ("admin", "name_reserved"),
    ("Adm1n", "name_reserved"),
    ("АDMIN", "name_reserved"),  # the first letter is Cyrillic
    ("Moderator-1", "name_reserved"),
    ("staff", "name_reserved"),
    ("Homeworlds", "name_reserved"),
    ("Homew0rlds", "name_reserved"),
    ("system", "name_reserved"),
    ("BANK", "name_reserved"),
    ("pass", "name_reserved"),
    ("Everybody", "name_reserved"),
    ("Former-Player", "name_reserved"),
    ("Guest-abcde", "name_reserved"),
    ("Rando-Too", "name_reserved"),
    ("Sensible", "name_reserved"),
    ("Nomad", "name_reserved"),
]
ALIKE = [
    ("Alice", "alice"),
    ("Alice", "AlIce"),
    ("Alice", "A1ice"),
    ("Alice", "Аlice"),  # Cyrillic
    ("Alice", "Αlice"),  # Greek
    ("Alice", "Al-ice"),
    ("Zoë", "Zoe"),
    ("Bob", "B0b"),
    ("Bernd", "Bemd"),
    ("Straße", "strasse"),
    ("Noël", "Noe\u0308l"),
]


@pytest.mark.parametrize("name", GOOD)
def test_a_good_name_is_kept_as_it_is(name):
    assert check_player_name(name) == name


def test_a_name_is_stored_in_its_composed_form():
    assert check_player_name("Noe\u0308l") == "Noël"


@pytest.mark.parametrize("name, code", BAD)
def test_a_bad_name_is_refused_with_a_sentence(name, code):
    with pytest.raises(ValidationError) as refusal:
        check_player_name(name)
    assert refusal.value.code == code
    sentence = refusal.value.messages[0]
    assert sentence[0].isupper()
    assert sentence.endswith(".")


@pytest.mark.parametrize("one, other", ALIKE)
def test_names_that_look_alike_have_one_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize("one, other", [("Alice", "Alicia"), ("Bob", "Rob"), ("李", "王"), ("x1", "x2")])
def test_names_that_differ_have_different_keys(one, other):
    assert name_key(one) != name_key(other)


@given(st.text(max_size=30))
def test_every_accepted_name_can_stand_in_the_notation(text):
    try:
        name = check_player_name(text)
    except ValidationError:
        return
    check_name(name)
    assert check_player_name(name) == name
    assert 1 <= len(name_key(name)) <= 80
    assert len(name) <= LONGEST_NAME
