"""Why something cannot be paired: a code and parameters for whoever says it in another language, and a
sentence."""

from __future__ import annotations

from typing import Final

SENTENCES: Final = {
    "size": "A table has 3 to 6 seats; {size} is not possible.",
    "too-few": "{players} can play, but at least {needed} are needed.",
    "rounds": "The number of rounds must be from 1 to {most}; {rounds} is not possible.",
    "too-many": "At most {most} players can be paired; {players} are too many.",
    "no-pairing": "The forbidden pairs, and byes that nobody may have twice, leave no way to pair everybody.",
    "forbidden-at-tables": "The forbidden pairs leave no way to seat everybody at tables of {size}.",
    "over": "The event has {rounds} rounds; there is no round {round}.",
    "undecided": "The match of {one} and {other} in round {round} is not decided yet.",
    "by-hand": "{sentence}",
    "unknown-player": "Player {player} is not in the event.",
    "not-playing": "Player {player} does not play in this round.",
    "twice": "Player {player} is seated twice in round {round}.",
    "nobody-left-out": "Player {player} is not seated.",
    "table-size": "A table of {seats} is not possible here: {sizes} seats are.",
    "forbidden": "Players {one} and {other} must not meet.",
    "avoided": "Players {one} and {other} would rather not meet.",
    "met-before": "Players {one} and {other} have met before.",
    "hunted-before": "Player {one} has hunted player {other} before.",
    "all-again": "At every table two meet who have met before.",
    "byes": "{byes} have a bye; {needed} must.",
    "bye-before": "Player {player} has had a bye before.",
    "field": "{where} {problem}.",
    "not-json": "The input is not one JSON object: {problem}.",
}


class Impossible(ValueError):
    """What was asked for cannot be done."""

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        super().__init__(SENTENCES[code].format(**params))
