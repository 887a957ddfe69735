"""Turns as people write them: every style comes to the same turn, and nothing canonical is read otherwise."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Sacrifice,
    Trade,
    Turn,
)
from homeworlds.notation import VOCABULARIES, format_action, format_turn, verb_of
from homeworlds.pieces import Piece
from homeworlds.reading.turns import read_turn
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState
from homeworlds.tests.random_play import random_game
from homeworlds.tests.reading_aloud import TABLE, read, state_of

CROWDED = "<0> Ann (0, r1b2) r1r2g3r1-; Bob (1, y1b3) -g3"
STYLES_OF = {"small": 1, "medium": 2, "large": 3}


@pytest.mark.parametrize(
    "text, turn",
    [
        # turned round, sizes and colours in words or signs, left out where one piece alone fits
        ("build Ann g1", "build G1 Ann"),
        ("grow g ann", "build G1 Ann"),
        ("construct small green at Ann", "build G1 Ann"),
        ("make 1g Ann", "build G1 Ann"),
        ("con green in Ann", "build G1 Ann"),
        ("trade b1 for g1 at Enif", "trade B1 G1 Enif"),
        ("convert b1 to g1", "trade B1 G1 Enif"),
        ("trade b1 Enif g", "trade B1 G1 Enif"),
        ("swap my b1 at Enif for small green", "trade B1 G1 Enif"),
        ("move y1 from Vega to Bob", "move Y1 Vega Bob"),
        ("mov y1 to Enif", "move Y1 Vega Enif"),
        ("travel y1 Vega -> Bob", "move Y1 Vega Bob"),
        ("discover y1 from Vega to b3 called Sol", "discover Y1 Vega B3 Sol"),
        ("dis y1 Vega large blue", "discover Y1 Vega B3 Altair"),
        ("attack r1 of Bob at Mira", "attack R1 Mira"),
        ("capture Bob's r1", "attack R1 Mira"),
        ("take r1@bob Mira", "attack R1 Mira"),
        ("attack r1@1 in Mira", "attack R1 Mira"),
        ("sac r2", "sacrifice R2 Mira"),
        # prefixes of systems, of which one alone fits
        ("build g1 An", "build G1 Ann"),
        # between steps
        ("sacrifice g3 Ann, build g1 Ann, build g Ann", "sacrifice G3 Ann; build G1 Ann; build G1 Ann"),
        ("sac g3 and grow g1 then grow g1 ann", "sacrifice G3 Ann; build G1 Ann; build G1 Ann"),
        ("sac g3 | grow g1 -> grow g1 ann", "sacrifice G3 Ann; build G1 Ann; build G1 Ann"),
        ("sac g3\r\ngrow g1\rgrow g1 ann", "sacrifice G3 Ann; build G1 Ann; build G1 Ann"),
        ("1. sac g3 2. grow g1 3) grow g1 ann", "sacrifice G3 Ann; build G1 Ann; build G1 Ann"),
        # who makes it, numbers and comments
        ("12. Ann: build g1 Ann", "build G1 Ann"),
        ("Ann build g1 Ann", "build G1 Ann"),
        ("7) build g1 Ann {strong} [!?] /* yes */ -- what else", "build G1 Ann"),
        # marks that nobody sees, and letters that only look as if
        ("\ufeffbuild\u200b g1\u00a0Ann\u00ad", "build G1 Ann"),
        ("ｂｕｉｌｄ　ｇ１　Ann", "build G1 Ann"),
        ("buіld g1 Ann", "build G1 Ann"),
        ("build g₁ Аnn", "build G1 Ann"),
        # written together, in a list, in bold; who does it and with what
        ("build g1@Ann", "build G1 Ann"),
        ("move y1 Vega->Bob", "move Y1 Vega Bob"),
        ("mov y1 Vega-Bob", "move Y1 Vega Bob"),
        ("trade b1=g1 Enif", "trade B1 G1 Enif"),
        ("> build g1 Ann", "build G1 Ann"),
        ("**build g1 Ann**", "build G1 Ann"),
        ("#12 build g1 Ann", "build G1 Ann"),
        ("Turn 12: I build a small green ship in Ann's system", "build G1 Ann"),
        ("sac g3: b g1 / b g1 Ann", "sacrifice G3 Ann; build G1 Ann; build G1 Ann"),
        ("attack r1 with r2 at Mira", "attack R1 Mira"),
        ("discover a new system B3 called Sol with the y1 at Vega", "discover Y1 Vega B3 Sol"),
        ("move y1 from Vega to b3 named Sol", "discover Y1 Vega B3 Sol"),
        # French
        ("sacrifier g3 Ann; construire petit vert Ann", "sacrifice G3 Ann; build G1 Ann"),
        ("échanger b1 contre vert à Enif", "trade B1 G1 Enif"),
    ],
)
def test_it_reads_what_people_write(text: str, turn: str) -> None:
    assert read(text) == turn


def test_a_catastrophe_is_read_turned_round() -> None:
    for text in (
        "cat red Ann",
        "overpopulate Ann red",
        "catastrophe r at Ann",
        "c red",
        "cat Ann",
        "red cat Ann",
    ):
        assert read(text, CROWDED) == "catastrophe Ann red"


def test_a_homeworld_is_read_in_words() -> None:
    for text in ("hw b2 r1 g3", "homeworld r1 and b2 with large green", "home: r1+b2, g3", "h r1b2 3g"):
        assert read(text, "<0>") == "homeworld R1 B2 G3"


@pytest.mark.parametrize(
    "text, code, said",
    [
        ("grow", RefusalCode.SEVERAL_READINGS, "“build G1 Ann”"),
        ("build g1 Vgea", RefusalCode.NAME_MEANT, "Did you mean Vega?"),
        ("build g1 Qqq", RefusalCode.NO_SUCH_SYSTEM, "Qqq"),
        ("build g1 Ann build g2 Ann", RefusalCode.SEVERAL_STEPS, "build g1 Ann; build g2 Ann"),
        ("resign", RefusalCode.NOT_A_STEP, "resign"),
        ("draw", RefusalCode.NOT_A_STEP, "draw"),
        ("fly y1 Vega", RefusalCode.UNKNOWN_VERB, "fly"),
        ("trade y1 at Vega", RefusalCode.NO_POWER, "blue at Vega"),
        ("attack g3 at Bob", RefusalCode.NO_SHIP_THERE, "at Bob"),
        ("move y1 to Ann", RefusalCode.NOT_CONNECTED, "Vega and Ann"),
        ("sac g3, build g1 Ann, pass, pass, pass", RefusalCode.NO_ACTION_TO_GIVE_UP, "action left"),
        ("", RefusalCode.NOTHING_DONE, "pass"),
    ],
)
def test_it_says_why_not(text: str, code: RefusalCode, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_turn(text, state_of(TABLE)).end()
    assert (refused.value.code, said in refused.value.sentence) == (code, True), refused.value.sentence


def test_a_refusal_names_the_step_quotes_it_and_suggests() -> None:
    with pytest.raises(Refusal) as refused:
        read_turn("sac g3, build g1 Agn", state_of(TABLE))
    assert (refused.value.step, refused.value.input) == (1, "build g1 Agn")
    assert refused.value.suggestions == ("Ann",)


def test_a_name_that_is_also_a_word_is_that_name() -> None:
    at = "<0> And (0, r1b2) g3-; Then (1, y1b3) -g3; G1 (g3) y1-"
    assert read("build g1 And", at, "And", "Then") == "build G1 And"
    assert read("move y1 G1 And", at, "And", "Then") == "move Y1 G1 And"
    assert read("build g1 And; catastrophe And green", at.replace("g3-", "g1g2g3-"), "And", "Then").endswith(
        "green"
    )


def test_no_word_means_two_things() -> None:
    for words in VOCABULARIES:
        kinds = [set(words.verbs), set(words.colours), set(words.sizes), words.between, words.fillers]
        kinds += [words.at, words.origin, words.to, words.instead, words.owner, words.named]
        kinds += [words.using, words.speakers]
        assert sum(map(len, kinds)) == len(set().union(*kinds))
        assert all(verb_of(verb) == verb for verb in words.verbs.values())
    every = [word for words in VOCABULARIES for word in words.verbs]
    assert len(every) == len(set(every))


# --- styles of others, over all that random games come to


def _plain(turn: Turn, players: int) -> str:
    return ", ".join(format_action(action, players) for action in turn)


def _in_words(piece: Piece) -> str:
    size = next(word for word, number in STYLES_OF.items() if number == piece.size)
    return f"{size} {piece.colour.word}"


def _wordy(turn: Turn, players: int) -> str:
    return "\n".join(f"{at}. {_sentence(action)}" for at, action in enumerate(turn, 1))


def _sentence(action: Action) -> str:
    match action:
        case Build(piece, system):
            return f"construct a {_in_words(piece)} at {system}"
        case Trade(ship, piece, system):
            return f"swap the {_in_words(ship)} in {system} for {_in_words(piece)}"
        case Move(ship, origin, destination):
            return f"travel with {_in_words(ship)} from {origin} to {destination}"
        case Discover(ship, origin, star, name):
            return f"explore from {origin} with {_in_words(ship)} to {_in_words(star)} called {name}"
        case Attack(ship, system, owner):
            return f"capture {ship}@{owner} in {system}"
        case Sacrifice(ship, system):
            return f"sac {_in_words(ship)} at {system}"
        case Catastrophe(system, colour):
            return f"overpopulate {colour.word} in {system}"
        case Homeworld(stars, ship, _):
            return f"hw {' and '.join(map(str, stars))} with {_in_words(ship)}"
        case _:
            return "pass"


def _reversed(turn: Turn, players: int) -> str:
    """System first, then what is done there."""

    def said(action: Action) -> str:
        match action:
            case Build(piece, system):
                return f"build {system} {piece}"
            case Sacrifice(ship, system):
                return f"s {system} {ship}"
            case Catastrophe(system, colour):
                return f"cat {colour.letter} {system}"
            case Trade(ship, piece, system):
                return f"trade {system} {ship} {piece}"
            case _:
                return format_action(action, players)

    return " | ".join(map(said, turn))


@pytest.mark.parametrize("style", [_plain, _wordy, _reversed], ids=["commas", "sentences", "reversed"])
@pytest.mark.parametrize("variant", Variant)
def test_turns_in_the_style_of_others_come_to_the_same_turn(
    variant: Variant, style: Callable[[Turn, int], str]
) -> None:
    rules, dice = preset_rules(Preset.BOOKLET, variant), Random(7)
    players = 2 if variant is Variant.BINARY else 4
    turns = 0
    while turns < 60:
        for state in random_game(rules, players, dice, 40):
            if state.outcome is not None:
                break
            for turn in _drawn(state, dice):
                text = style(turn, players)
                assert read_turn(text, state).turn == turn, (text, format_turn(turn, players))
                turns += 1


def _drawn(state: GameState, dice: Random) -> list[Turn]:
    """Some of the first turns, and one of more steps."""
    first = [turn for turn, _ in zip(state.turns(), range(300), strict=False)]
    return dice.sample(first, min(3, len(first)))


def test_whatever_is_typed_is_read_or_refused_and_what_is_read_stays_the_same() -> None:
    dice, state = Random(3), state_of(TABLE)
    words = (
        "build g1 G Ann Vega Bob Sol at from to for of , ; | -> and then 1. Ann: red 2 @1 r1@bob's # ( { - й"
    )
    verbs = ["sac", "g3", "move", "trade", "cat", "discover", "attack", "\n"]
    refused: list[str] = []
    for _ in range(800):
        text = " ".join(dice.choices([*words.split(), *verbs], k=dice.randrange(9)))
        try:
            half = read_turn(text, state)
        except Refusal as refusal:
            refused.append(refusal.sentence)
            continue
        canonical = format_turn(half.turn, 2)
        assert read_turn(canonical, state).turn == half.turn, text
    assert 0 < len(refused) < 800


def test_a_name_never_ends_in_a_sign_that_separates() -> None:
    for text in ("discover y1 Vega b3 Sol,", "discover y1 Vega b3 Sol |", "dis y1 Vega b3 called “Sol”,"):
        assert read(text) == "discover Y1 Vega B3 Sol"
    for sign in (":", "->"):
        with pytest.raises(Refusal) as refused:
            read(f"discover y1 Vega b3 Sol{sign}")
        assert refused.value.code is RefusalCode.NAME_SEPARATES
    assert read("sacrifice y1 Vega,", TABLE.replace("Vega", "Vega,")) == "sacrifice Y1 Vega,"
