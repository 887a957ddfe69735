"""Tables put into a position, and what stands on their pages."""

import re
from html import unescape

from board.map.places import Places, settle
from games.models import Game
from homeworlds.notation import parse_position


def put(game: Game, text: str, **fields) -> Game:
    """The game as if it had come to this position."""
    names = [seat.name for seat in game.seats.all()]
    position = parse_position(text, game.rules(), names)
    places = settle(Places(), position).to_json()
    Game.objects.filter(pk=game.pk).update(
        position=text, places=places, next_seat=position.mover, turn_count=2, **fields
    )
    return Game.objects.get(pk=game.pk)


def address(game: Game, tail: str = "") -> str:
    return f"/games/{game.public_id}/{tail}"


def links(page: str) -> dict[str, str]:
    """Addresses by the id of the link."""
    found = {}
    for tag in re.findall(r"<a [^>]*>", page):
        id_, href = re.search(r' id="([^"]+)"', tag), re.search(r' href="([^"]*)"', tag)
        if id_ and href:
            found[id_[1]] = unescape(href[1])
    return found


def order(game: Game, text: str, key: str = "k", **changes) -> dict[str, str]:
    return {"turn": text, "answers": str(game.log_number), "key": key, **changes}
