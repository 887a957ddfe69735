"""Tables put into a position, their addresses and what is sent to them."""

from board.map.places import Places, settle
from games.models import Game
from homeworlds.notation import parse_position

HOMES = "Alice (0, b1y2) g3y1r2b1-; Bob (1, r1b3) -g3"
START = f"<0> {HOMES}; Vega (r3) y1-r1"


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


def order(game: Game, text: str, key: str = "k", **changes) -> dict[str, str]:
    return {"turn": text, "answers": str(game.log_number), "key": key, **changes}
