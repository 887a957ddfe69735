"""Games by the thousand, on a PostgreSQL of their own: copies in SQL of one that the services have made."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.apps import apps
from django.db import connection

from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.models import Game, Status
from homeworlds.rules import Preset, Variant, preset_rules
from proofs.kit.cast import new_game, person, play

LATER: Final = timedelta(days=9)
SEATED: Final = ("id", "game_id", "player_id")
SETUPS: Final = ("homeworld G3 B1 Y3", "homeworld G3 B2 Y1", "homeworld G3 R2 Y1")


def make_template(players: int = 2, clock: str = "normal") -> int:
    """The id of a running game that all have set up, whose first player is to move; of no rating and with no
    vacation."""
    seated = [person(f"{clock}{players}{number}") for number in range(players)]
    variant = Variant.BINARY if players == 2 else Variant.LAST_CAPTAIN_STANDING
    terms = GameTerms(clock=PACES[clock], vacation_allowed=False)
    game = new_game(*seated, rules=preset_rules(Preset.MODERN, variant), terms=terms)
    for player, text in zip(seated, SETUPS, strict=False):
        play(Game.objects.get(pk=game.pk), player, text)
    return game.pk


def generate(template: int, games: int) -> None:
    """As many running games in all, none of which is due; of the new ones the rows alone."""
    _copy_games(template, games - Game.objects.filter(status=Status.RUNNING).count(), LATER)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def make_due(
    template: int, games: int, due: timedelta = -timedelta(minutes=1), crowd: list[int] | None = None
) -> list[int]:
    """The ids of so many more, whole ones, whose time is over so much later than now; of the template's
    players, or of a crowd's in turns."""
    ids = _copy_games(template, games, due)
    columns, seated = _columns("games_logentry", "id", "game_id"), _columns("games_seat", *SEATED)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_logentry (game_id, {columns}) SELECT made, {columns} "  # noqa: S608  our own names
            "FROM games_logentry, unnest(%s::bigint[]) AS made WHERE game_id = %s",
            [ids, template],
        )
        cursor.execute(
            f"INSERT INTO games_seat (game_id, player_id, {seated}) SELECT made, COALESCE("
            "(%s::bigint[])[1 + ((turn * 2 + number) %% %s)::int], player_id), " + seated + " "
            "FROM games_seat, unnest(%s::bigint[]) WITH ORDINALITY AS copies (made, turn) WHERE game_id = %s",
            [crowd or [], len(crowd or [0]), ids, template],
        )
    return ids


def make_crowd(people: int) -> list[int]:
    """Ids of so many players."""
    return [person(f"crowd{number}").pk for number in range(people)]


def _copy_games(template: int, games: int, due: timedelta) -> list[int]:
    """Each is due a microsecond after the last."""
    columns = _columns("games_game", "id", "public_id", "clock_since", "due_at", "sweep_at")
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_game (public_id, clock_since, due_at, sweep_at, {columns}) "
            "SELECT to_char(nextval(pg_get_serial_sequence('games_game', 'id')), 'FM00000000'), "
            "due - (clock_left->>next_seat)::bigint * interval '1 millisecond', due, due, " + columns + " "
            "FROM games_game, LATERAL (SELECT now() + %s + number * interval '1 microsecond' AS due "
            "FROM generate_series(1, %s) AS number) AS times WHERE id = %s RETURNING id",
            [due, games, template],
        )
        return [row[0] for row in cursor]


def _columns(table: str, *without: str) -> str:
    model = next(model for model in apps.get_models() if model._meta.db_table == table)
    columns = [field.column for field in model._meta.concrete_fields if field.column not in without]
    return ", ".join(f'"{column}"' for column in columns)
