"""Games that leave as records and come back."""

from __future__ import annotations

import json

from accounts.services import ensure_record_players
from games.log import rebuilding
from games.models import Game, LogEntry, Status
from records.reading import read_record
from records.services import import_game
from records.writing import export_json, export_text

CACHES = sorted(LogEntry.CACHES)


def elsewhere(link: str) -> str:
    """As if the game had been played on another site."""
    return link.replace("http://", "https://elsewhere.").replace("/games/", "/tables/")


def through_json(game: Game) -> str:
    exported = export_json(with_all(game))
    return json.dumps({**exported, "game": elsewhere(exported["game"])})


def through_text(game: Game) -> str:
    return elsewhere(export_text(with_all(game)))


def with_all(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def brought_back(game: Game) -> Game:
    return import_game(record=read_record(through_json(game)), accounts=ensure_record_players())


def log_of(game: Game) -> list[tuple]:
    return list(game.log.values_list("number", "kind", "seat", "text", "data", *CACHES))


def assert_same(game: Game, copy: Game) -> None:
    assert copy.pk != game.pk
    assert log_of(copy) == log_of(game)
    assert (copy.position, copy.places, copy.outcome) == (game.position, game.places, game.outcome)
    assert (copy.revealed, copy.fallen, copy.departed) == (game.revealed, game.fallen, game.departed)
    assert copy.rules() == game.rules()
    assert [seat.name for seat in copy.seats.all()] == [seat.name for seat in game.seats.all()]
    assert (copy.status, copy.rated) == (Status.FINISHED, False)
    assert rebuilding.check(with_all(copy)) == []
