"""Turns tried in the sandbox."""

import re
from html import unescape

from django.utils.http import urlencode

from games.models import Game

PLAYED = ("homeworld B1 Y2 G3", "homeworld R1 B3 G3", "build G1 Alice", "build G1 Bob")


def address(game: Game, number: int = 4, tail: str = "", **query) -> str:
    asked = f"?{urlencode(query, doseq=True)}" if query else ""
    return f"/games/{game.public_id}/turns/{number}/try/{tail}{asked}"


def text_of(answer) -> str:
    return unescape(answer.content.decode())


def tried_on(answer) -> list[str]:
    found = re.search(r'<section[^>]*id="tried">.*?</section>', text_of(answer), re.DOTALL)
    lines = re.findall(r"<a [^>]*>.*?<span>(.*?)</span>", found[0], re.DOTALL) if found else []
    return [re.sub(r"<[^>]*>", "", line) for line in lines]


TEXT = "<1> Ada (0, b1y2) g3y1-; Bea (1, r1b3) -g3; Vega (r3) y1-r1"


def pasted(text: str = TEXT, variant: str = "binary", **more) -> str:
    return f"/games/sandbox/table/?{urlencode({'position': text, 'variant': variant, **more}, doseq=True)}"
