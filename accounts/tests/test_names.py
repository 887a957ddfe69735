import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Player
from accounts.names import KEPT_APART, check_player_name, name_key
from accounts.selectors import player_called
from accounts.services import rename
from homeworlds.names import LONGEST_NAME, check_name

GOOD = [
    "A",
    "Zoe",
    "Zoë",
    "O-Neill",
    "x" * 20,
    "Ωμέγα",
    "李小龍",
    "R2D2",
    "Мария",
    "ひらカナ漢ー",
    "한글漢",
    "Jean.Luc",
    "7th",
]
BAD = [
    ("", "name_empty"),
    ("   ", "name_empty"),
    ("x" * 21, "name_too_long"),
    ("two words", "name_has_blank"),
    ("non\u00a0breaking", "name_has_blank"),
    ("new\nline", "name_has_blank"),
    ("nul\x00", "name_hidden"),
    ("bell\x07", "name_hidden"),
    ("del\x7f", "name_hidden"),
    ("right\u200fleft", "name_hidden"),
    ("over\u202eride", "name_hidden"),
    ("isolate\u2066d", "name_hidden"),
    ("zero\u200bwidth", "name_hidden"),
    ("joi\u200dner", "name_hidden"),
    ("bom\ufeff", "name_hidden"),
    ("soft\u00adhyphen", "name_hidden"),
    ("half\ud800", "name_hidden"),
    ("Hangul\u3164", "name_hidden"),
    ("Braille\u2800", "name_hidden"),
    ("\u115fChoseong", "name_hidden"),
    ("selec\ufe0ftor", "name_hidden"),
    ("\u0301accent", "name_not_printable"),
    ("Ꭺnna", "name_mixed"),
    ("ꓮnna", "name_mixed"),
    ("Emiل", "name_mixed"),
    ("Ωmega", "name_mixed"),
    ("Аlice", "name_mixed"),
    ("Мариia", "name_mixed"),
    ("日本ひe", "name_mixed"),
    ("bob١", "name_mixed"),
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
    ("АDMІN", "name_mixed"),  # two letters are Cyrillic
    ("ꓮꓓꓟꓲꓠ", "name_reserved"),  # all letters are Lisu
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
    ("Alice", "ꓮꓡꓲꓚꓰ"),  # Lisu
    ("Anna", "Ꭺnna"),  # Cherokee
    ("NAN", "ΝΑΝ"),  # Greek
    ("Alice", "AIice"),  # a capital I
    ("Guest", "ɡuest"),
    ("Łukasz", "Lukasz"),
    ("Willi", "VVilli"),
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


@pytest.mark.parametrize(
    "one, other",
    [("Alice", "Alicia"), ("Bob", "Rob"), ("李", "王"), ("x1", "x2"), ("Toby", "Tobu"), ("Nan", "Van")],
)
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


def test_a_mark_that_nobody_sees_is_called_by_its_name():
    with pytest.raises(ValidationError, match=r"nobody can see \(U\+3164 HANGUL FILLER\)"):
        check_player_name("Alice\u3164")


@pytest.mark.django_db
def test_a_name_that_was_found_to_look_like_another_stays_with_its_owner():
    alice, lisu = (Player.objects.create_player(name=n, email=None, password=None) for n in ("Alice", "Zed"))
    apart = f"{name_key('Alice')}{KEPT_APART}{lisu.pk}"
    Player.objects.filter(pk=lisu.pk).update(name="ꓮꓡꓲꓚꓰ", name_key=apart)
    lisu.refresh_from_db()
    lisu.save()
    lisu.refresh_from_db()
    assert lisu.name_key == apart
    assert player_called("Alice") == alice
    rename(player=lisu, name="Zed")
    lisu.refresh_from_db()
    assert lisu.name_key == name_key("Zed")
