"""The parts of a turn, each as cheap as it can be had: see `benchmarks.site.turn`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from django.conf import settings
from django.core.cache import cache
from psycopg.types.json import Jsonb

from games.models import Game, Seat
from notices.wake import MAIL_BELL
from upkeep.queue import enqueue


def publish() -> None:
    """What the commit of a turn is followed by: open tables hear of it, a worker of the mail."""
    cache.set("bench:version", "1", 20)
    cache.delete("bench:stirs")
    enqueue(MAIL_BELL)


@contextmanager
def raw_turns(game: Game, text: str) -> Iterator[Callable[[], None]]:
    """What a turn asks and writes, with a connection of its own that is left open."""
    database: dict[str, Any] = settings.DATABASES["default"]
    player, other = (seat.player_id for seat in Seat.objects.filter(game=game).order_by("number"))
    places, position, number = Jsonb(game.places), game.position, 0
    with psycopg.connect(
        host=database["HOST"], port=database["PORT"], user=database["USER"], dbname=database["NAME"]
    ) as connection:

        def turn() -> None:
            nonlocal number
            number += 1
            with connection.cursor() as cursor:
                row = {
                    "game": game.pk, "player": player, "other": other, "key": f"raw{number}", "text": text,
                    "number": number, "answers": number - 1, "hash": f"{number:032}", "places": places,
                    "position": position, "public_id": game.public_id, "empty": Jsonb([]), "data": Jsonb({}),
                }  # fmt: skip
                for statement in STATEMENTS.split(";"):
                    cursor.execute(statement, row)
                    if cursor.description is not None:
                        cursor.fetchall()
            connection.commit()

        yield turn


STATEMENTS: Final = """
SELECT * FROM games_game WHERE public_id = %(public_id)s FOR UPDATE;
SELECT * FROM games_seat LEFT JOIN accounts_player ON accounts_player.id = games_seat.player_id
WHERE game_id = %(game)s;
SELECT id FROM games_logentry WHERE game_id = %(game)s AND player_id = %(player)s AND key = %(key)s;
SELECT count(*) FROM games_logentry WHERE game_id = %(game)s AND position_hash = %(hash)s;
INSERT INTO games_logentry (game_id, number, kind, seat, player_id, text, data, answers, key, created_at,
position, position_hash, places, eliminated, revealed) VALUES (%(game)s, %(number)s, 'turn', 0, %(player)s,
%(text)s, %(data)s, %(answers)s, %(key)s, clock_timestamp(), %(position)s, %(hash)s, %(places)s, %(empty)s,
%(empty)s) RETURNING id;
UPDATE games_game SET position = %(position)s, places = %(places)s, log_number = %(number)s,
turn_count = %(number)s, next_seat = 1, changed_at = clock_timestamp() WHERE id = %(game)s;
SELECT email FROM account_emailaddress WHERE user_id = %(other)s AND verified AND "primary";
INSERT INTO games_notice (player_id, kind, key, news, created_at, due_at, tries, dropped, answer) VALUES
(%(other)s, 'turn', %(public_id)s, %(number)s, clock_timestamp(), clock_timestamp(), 0, '', '') RETURNING id
"""
