"""Games by the thousand, on a PostgreSQL of their own: copies in SQL of one that the services have made."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from proofs.processes import OwnPostgres, OwnRedis, Process, ended_afterwards

LATER: Final = timedelta(days=9)
SEATED: Final = ("id", "game_id", "player_id")
SETUPS: Final = ("homeworld G3 B1 Y3", "homeworld G3 B2 Y1", "homeworld G3 R2 Y1")


@contextmanager
def own_database(*, broker: bool = False) -> Iterator[dict[str, str]]:
    """Sets Django up on an empty one, on a server of its own, with a cache as a site has it, and with a
    `broker` its queue; once a process. Its environment, for others. Raises NotHere."""
    with TemporaryDirectory(prefix="homeworlds-proof-") as name:
        processes: list[Process] = []
        with ended_afterwards(processes):
            server = OwnPostgres(Path(name), dict(os.environ))
            redis = OwnRedis(Path(name), dict(os.environ))
            for process in (server, redis):
                processes.append(process)
                process.start()
            environment = {
                "DJANGO_SETTINGS_MODULE": "homeworlds_site.settings",
                "SECRET_KEY": "only-for-measuring-" * 3,
                "ALLOWED_HOSTS": "testserver",
                "DATABASE_URL": server.create("proof"),
                "VAR_DIR": str(Path(name) / "var"),
                "LOG_LEVEL": "CRITICAL",
                "BROKER_URL": redis.url(1) if broker else "memory://",
                "REDIS_URL": redis.url(0),
            }
            os.environ.update(environment)
            import django
            from django.core.management import call_command

            django.setup()
            call_command("migrate", verbosity=0)
            yield environment


def make_template(players: int = 2, clock: str = "normal") -> int:
    """The id of a running game that all have set up, whose first player is to move; of no rating and with no
    vacation."""
    from accounts.models import Player
    from games.clocks.paces import PACES
    from games.lobby.terms import GameTerms
    from games.models import Game, SeatOrder
    from games.services import SeatWish, create_game, take_turn
    from homeworlds.rules import Preset, Variant, preset_rules

    seated = [
        Player.objects.create_player(name=f"{clock}{players}{number}", email=None, password=None)
        for number in range(players)
    ]
    variant = Variant.BINARY if players == 2 else Variant.LAST_CAPTAIN_STANDING
    game = create_game(
        creator=seated[0],
        rules=preset_rules(Preset.MODERN, variant),
        seats=[SeatWish(player=player) for player in seated],
        seat_order=SeatOrder.FIXED,
        terms=GameTerms(clock=PACES[clock], vacation_allowed=False),
    )
    for player, text in zip(seated, SETUPS, strict=False):
        number = Game.objects.get(pk=game.pk).log_number
        take_turn(game_id=game.pk, player=player, answers=number, key=player.name, text=text, confirmed=True)
    return game.pk


def generate(template: int, games: int) -> None:
    """As many running games in all, none of which is due; of the new ones the rows alone."""
    from django.db import connection

    from games.models import Game, Status

    _copy_games(template, games - Game.objects.filter(status=Status.RUNNING).count(), LATER)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def make_due(
    template: int, games: int, due: timedelta = -timedelta(minutes=1), crowd: list[int] | None = None
) -> list[int]:
    """The ids of so many more, whole ones, whose time is over so much later than now; of the template's
    players, or of a crowd's in turns."""
    from django.db import connection

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


def copy_finished(game: int, games: int) -> list[int]:
    """The ids of so many copies of a finished game, of the rows alone."""
    from django.db import connection

    columns = _columns("games_game", "id", "public_id")
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_game (public_id, {columns}) "
            "SELECT to_char(nextval(pg_get_serial_sequence('games_game', 'id')), 'FM00000000'), "
            + columns
            + " "
            "FROM games_game, generate_series(1, %s) WHERE id = %s RETURNING id",
            [games, game],
        )
        return [row[0] for row in cursor]


def make_crowd(people: int) -> list[int]:
    """Ids of so many players."""
    from accounts.models import Player

    made = [
        Player.objects.create_player(name=f"crowd{number}", email=None, password=None)
        for number in range(people)
    ]
    return [player.pk for player in made]


def _copy_games(template: int, games: int, due: timedelta) -> list[int]:
    """Each is due a microsecond after the last."""
    from django.db import connection

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
    from django.apps import apps

    model = next(model for model in apps.get_models() if model._meta.db_table == table)
    columns = [field.column for field in model._meta.concrete_fields if field.column not in without]
    return ", ".join(f'"{column}"' for column in columns)
