"""Every refusal has a sentence, its parameters, and a way to come about."""

from __future__ import annotations

import ast
import json
import string
from functools import cache
from pathlib import Path

import pytest

import homeworlds
from homeworlds.commands.referee import answer
from homeworlds.notation import parse_position, parse_turn
from homeworlds.outcome import Departure
from homeworlds.reading.turns import read_turn
from homeworlds.refusals import SENTENCES, Refusal, RefusalCode
from homeworlds.rules import Preset, Variant, check_players, preset_rules
from homeworlds.state import GameState, depart, repeat, start_game
from homeworlds.tests.misreadings import MISREADINGS
from homeworlds.tests.rules_table import SENTENCES as RULES
from homeworlds.tests.rules_table.cases import TurnCase, run

LIBRARY = Path(homeworlds.__file__).parent
MODULES = sorted(path for path in LIBRARY.rglob("*.py") if "tests" not in path.parts)
REQUESTS = [
    {"rules": "modern", "variant": "binary", "players": "2"},
    {"rules": "chess", "variant": "binary"},
    {"rules": "modern", "variant": "chess"},
    {"rules": {"preset": "modern", "weather": "fine"}, "variant": "binary"},
    {"rules": {"preset": "modern", "bank": "four"}, "variant": "binary"},
    {"rules": "modern", "variant": "good-vs-evil", "players": 3, "turn": "pass"},
    {"rules": "modern", "variant": "binary", "players": 3, "turn": "pass"},
    {
        "rules": {"preset": "booklet", "passing": "forbidden"},
        "variant": "binary",
        "players": 2,
        "position": "<0> P0 (0, g1y2) g3-; P1 (1, b1r3) -g3",
        "turn": "pass",
    },
    {"rules": "modern", "variant": "binary", "players": 2, "position": "<0> P1 (0, g1y2) g3-"},
]


def _parameters(code: RefusalCode) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(SENTENCES[code]) if name}


@cache
def _raised() -> dict[str, ast.Call]:
    """Every `Refusal(RefusalCode.X, …)` in the library, by where it stands."""
    found = {}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                found[f"{path.relative_to(LIBRARY)}:{node.lineno}"] = node
    return found


def test_every_code_has_a_sentence() -> None:
    assert set(SENTENCES) == set(RefusalCode)
    for sentence in SENTENCES.values():
        assert sentence[0].isupper() or sentence[0] in "“{"
        assert sentence.endswith((".", "?"))


@pytest.mark.parametrize("place", _raised())
def test_a_refusal_is_raised_with_the_parameters_of_its_sentence(place: str) -> None:
    call = _raised()[place]
    given = {keyword.arg for keyword in call.keywords}
    names = {
        node.attr
        for node in ast.walk(call.args[0])
        if isinstance(node, ast.Attribute) and node.attr in RefusalCode.__members__
    }
    for name in names:
        assert given == _parameters(RefusalCode[name])


def _codes_that_come_about() -> set[str]:
    raised: set[str] = {code.value for _, code in MISREADINGS}

    def attempt(action: object) -> None:
        try:
            action()  # type: ignore[operator]
        except Refusal as refusal:
            raised.add(refusal.code.value)

    for case in [case for sentence in RULES for case in sentence.refused]:
        if isinstance(case, TurnCase):
            attempt(lambda case=case: run(case))
    for request in REQUESTS:
        raised.add(str(answer(json.dumps(request))["code"]))
    attempt(lambda: check_players(2, Variant.SINISTER))
    game = start_game(preset_rules(Preset.MODERN, Variant.BINARY), "AB")
    three = start_game(preset_rules(Preset.BOOKLET, Variant.SINISTER), "ABC")
    attempt(lambda: parse_turn("x" * 10_000, 2))
    rules = preset_rules(Preset.MODERN, Variant.BINARY)
    table = GameState(
        rules, parse_position("<0> Ann (0, r1b2) g3y1-; Bob (1, y1b3) -g3", rules, ["Ann", "Bob"])
    )
    typed = ("grow", "build g1 Ann build g1 Ann", "build g1 Anm", "resign", "attack r1 blue Ann")
    for text in (*typed, "discover y1 Ann g3 X:"):
        attempt(lambda text=text: read_turn(text, table))
    attempt(lambda: depart(game, 2, Departure.TIME))
    attempt(lambda: repeat(game, 2, claimed=True))
    attempt(lambda: repeat(three, 3, claimed=True))
    return raised


def test_every_code_comes_about() -> None:
    assert _codes_that_come_about() >= {code.value for code in RefusalCode}


def test_a_refusal_quotes_input_and_position() -> None:
    position = "<0> A (0, r1b2) g3-; B (1, y1b3) -g3"
    with pytest.raises(Refusal) as caught:
        run(TurnCase(position=position, script="build g2 a"))
    refusal = caught.value
    assert refusal.code == RefusalCode.NOT_SMALLEST
    assert refusal.params == {"colour": "green", "smallest": "G1", "piece": "G2"}
    assert (refusal.input, refusal.position) == ("build G2 a", position)
    assert str(refusal) == (
        f"You must build the smallest green piece in the bank: G1, not G2. [build G2 a] at {position}"
    )


def test_a_refused_end_quotes_the_turn() -> None:
    with pytest.raises(Refusal) as caught:
        run(
            TurnCase(
                position="<0> A (0, r1b2) g3-; B (1, y1b3) -g3", script="sacrifice G3 A", rules="classic"
            )
        )
    assert caught.value.code == RefusalCode.OWN_ELIMINATION
    assert caught.value.input == "sacrifice G3 A"
    assert caught.value.position == "<0> A (0, r1b2) -; B (1, y1b3) -g3"


def test_braces_in_what_was_typed_do_no_harm() -> None:
    refusal = Refusal(RefusalCode.UNKNOWN_VERB, verb="{verb}{0}")
    assert "“{verb}{0}”" in str(refusal)
