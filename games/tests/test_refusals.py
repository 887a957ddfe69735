"""Refusals and events in words."""

from string import Formatter

import pytest
from django.utils import translation

from board.words.game import RESULTS, result_sentence, turn_sentences
from board.words.refusals import sentence, translated
from games.refusals import GameRefusal, GameRefusalCode, NeedsConfirmation, Stale
from homeworlds.notation import parse_turn
from homeworlds.outcome import Outcome, Termination
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.words import Words

NAMES = ("Alice", "Bob", "Carol")


def test_every_code_has_a_sentence():
    assert all(code.template for code in GameRefusalCode)
    assert set(RESULTS) == set(Termination)


def test_the_parameters_are_filled_in():
    assert (
        sentence(Refusal(RefusalCode.NO_SUCH_SYSTEM, system="{x} <b>")) == "There is no system named {x} <b>."
    )
    assert "“oracle”" in sentence(GameRefusal(GameRefusalCode.NO_BOT_FREE, level="oracle"))
    assert translated(Words("{a} and {b}", {"a": 1, "b": "two"})) == "1 and two"


def test_only_some_sentences_need_parameters():
    needed = {
        code: {name for _, name, _, _ in Formatter().parse(code.template) if name} for code in GameRefusalCode
    }
    assert {code: names for code, names in needed.items() if names} == {
        GameRefusalCode.GUEST_PLAYS_ENOUGH: {"most"},
        GameRefusalCode.INVITED_ALREADY: {"name"},
        GameRefusalCode.NEWCOMER_SITS_ENOUGH: {"most"},
        GameRefusalCode.NO_BOT_FREE: {"level"},
        GameRefusalCode.NO_RATING_YET: {"asked"},
        GameRefusalCode.OTHER_TURN: {"played", "sent"},
        GameRefusalCode.RATING_OUTSIDE: {"asked", "rating"},
        GameRefusalCode.READ_AS: {"order"},
        GameRefusalCode.SUSPENDED: {"until"},
        GameRefusalCode.SILENCED: {"until"},
        GameRefusalCode.NOTE_TOO_LONG: {"number"},
        GameRefusalCode.SAID_TOO_MUCH: {"number"},
        GameRefusalCode.THEY_NEED_ADDRESS: {"name"},
        GameRefusalCode.TURN_SEEN: {"player"},
    }
    assert sentence(Stale(answers=1, number=2))
    assert sentence(NeedsConfirmation(GameRefusalCode.RESIGNS))


def test_sentences_are_translated(monkeypatch):
    monkeypatch.setattr("board.words.refusals.gettext", lambda text: {"The game is over.": "Fini."}[text])
    with translation.override("fr"):
        assert sentence(Refusal(RefusalCode.GAME_OVER)) == "Fini."


@pytest.mark.parametrize(
    "text, players, words",
    [
        ("homeworld R1 B2 G3", 2, ["Alice sets up a homeworld at R1 B2 with the ship G3."]),
        (
            "sacrifice G3 Alice; build R1 Alice; build R1 Sol",
            2,
            ["Alice sacrifices G3 at Alice.", "Alice builds R1 at Alice.", "Alice builds R1 at Sol."],
        ),
        ("trade G1 Y1 Sol", 2, ["Alice trades G1 for Y1 at Sol."]),
        ("move G1 Alice Sol", 2, ["Alice moves G1 from Alice to Sol."]),
        ("discover G1 Alice B2 Sol", 2, ["Alice moves G1 from Alice and discovers Sol, a star B2."]),
        ("attack R1 Sol", 2, ["Alice captures R1 from Bob at Sol."]),
        ("attack R1@2 Sol", 3, ["Alice captures R1 from Carol at Sol."]),
        ("catastrophe Sol red; pass", 2, ["Alice triggers a red catastrophe at Sol.", "Alice passes."]),
    ],
)
def test_a_turn_in_words(text, players, words):
    assert list(turn_sentences(parse_turn(text, players), 0, NAMES[:players])) == words


def test_a_result_names_the_winners():
    outcome = Outcome((0, 2), False, Termination.NO_EVIL_LEFT)
    assert result_sentence(outcome, NAMES) == "Good has won: no Evil player is left. Winners: Alice, Carol."
    assert result_sentence(outcome._replace(termination=Termination.ALL_ELIMINATED), NAMES).startswith(
        "A draw"
    )
