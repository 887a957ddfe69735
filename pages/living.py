"""The table on the home page: the liveliest game, as any stranger sees it."""

from __future__ import annotations

from typing import Final, TypedDict

from django.core.cache import cache
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from board.map.page import Seen, render_map
from board.map.places import Places
from board.map.snapshot import Snapshot
from board.map.symbols import render_symbols
from board.words.game import result_sentence
from board.words.rules import variant_name
from games.clocks.words import who_plays
from games.log.moments import state_of
from games.models import EntryKind, Game
from homeworlds.notation import parse_turn
from pages.showcase import showcase
from records.lately import liveliest_game

KEPT_SECONDS: Final = 10
"""For so long nobody draws it again."""


class LivingTable(TypedDict):
    """Plain values: they stand in the shared cache."""

    picture: str
    public_id: str
    """Empty for the showcase, which is no game."""
    version: str
    """Changes with the picture."""
    title: str
    status: str
    number: int
    """Of the last entry of the log."""
    over: bool


def living_table() -> LivingTable:
    """Asks at most three queries, and none while it is kept."""
    key = f"living-table:{get_language()}"
    kept: LivingTable | None = cache.get(key)
    if kept is None:
        game = liveliest_game()
        kept = _showcase() if game is None else _drawn(game)
        cache.set(key, kept, KEPT_SECONDS)
    return kept


def _showcase() -> LivingTable:
    return {
        "picture": showcase(),
        "public_id": "",
        "version": "",
        "title": "",
        "status": gettext(
            "A game for two: stars in columns by their size, each player’s homeworld above and below."
        ),
        "number": 0,
        "over": False,
    }


def _drawn(game: Game) -> LivingTable:
    seats = list(game.seats.all())
    state = state_of(game, seats)
    position, over = state.position, state.outcome
    last = game.log.order_by("-number").values("kind", "seat", "text")[0]
    is_turn = last["kind"] == EntryKind.TURN
    turn = parse_turn(last["text"], game.players) if is_turn else ()
    places, mover = Places.from_json(game.places), last["seat"] if is_turn else None
    drawn = render_map(Snapshot(position, places, turn, mover, over is not None), Seen(seated=False))
    if over is not None:
        status = result_sentence(over, position.names)
    else:
        status = gettext("{player} is to move.").format(player=who_plays(seats[position.mover]))
    return {
        "picture": SafeString(drawn + render_symbols(drawn)),
        "public_id": game.public_id,
        "version": f"{game.public_id}-{game.log_number}",
        "title": gettext("{variant}: {players}").format(
            variant=variant_name(state.rules.variant), players=", ".join(position.names)
        ),
        "status": status,
        "number": game.log_number,
        "over": over is not None,
    }
