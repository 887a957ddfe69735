"""Turns tried in the sandbox."""

from django.utils.http import urlencode

from games.models import Game
from upkeep.tests.elements import page_of

PLAYED = ("homeworld B1 Y2 G3", "homeworld R1 B3 G3", "build G1 Alice", "build G1 Bob")


def address(game: Game, number: int = 4, tail: str = "", **query) -> str:
    asked = f"?{urlencode(query, doseq=True)}" if query else ""
    return f"/games/{game.public_id}/turns/{number}/try/{tail}{asked}"


def tried_on(answer) -> list[str]:
    panel = page_of(answer).find_id("tried")
    return [words.text for words in panel.select("li > a > span")] if panel else []


def heading_on(answer) -> str:
    """Who is to move, or how it ended."""
    return page_of(answer).by_id("turn-heading").text


TEXT = "<1> Ada (0, b1y2) g3y1-; Bea (1, r1b3) -g3; Vega (r3) y1-r1"


def pasted(text: str = TEXT, variant: str = "binary", **more) -> str:
    return f"/games/sandbox/table/?{urlencode({'position': text, 'variant': variant, **more}, doseq=True)}"
