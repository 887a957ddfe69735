"""Games by the thousand, on a PostgreSQL of their own: copies in SQL of one that the services have made."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.models import Game, LogEntry, Seat
from homeworlds.rules import Preset, Variant, preset_rules
from proofs.kit.cast import new_game, person, play
from proofs.kit.rows import copy_joined

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


def make_due(
    template: int, games: int, due: timedelta = -timedelta(minutes=1), crowd: Sequence[int] = ()
) -> list[int]:
    """The ids of so many more, whole ones, whose time is over so much later than now; of the template's
    players, or of a crowd's in turns."""
    ids = _copy_games(template, games, due)
    copies = "unnest(%s::bigint[]) WITH ORDINALITY AS copies (made, turn) WHERE game_id = %s"
    copy_joined(LogEntry, copies, ids, template, game_id="made")
    people = (
        f"('{{{','.join(map(str, crowd))}}}'::bigint[])[1 + mod(turn * 2 + number, {len(crowd) or 1})::int]"
    )
    copy_joined(Seat, copies, ids, template, game_id="made", player_id=f"COALESCE({people}, player_id)")
    return ids


def make_crowd(people: int) -> list[int]:
    """Ids of so many players."""
    return [person(f"crowd{number}").pk for number in range(people)]


def _copy_games(template: int, games: int, due: timedelta) -> list[int]:
    """Each is due a microsecond after the last."""
    return copy_joined(
        Game,
        "LATERAL (SELECT now() + %s + n * interval '1 microsecond' AS due FROM generate_series(1, %s) AS n) "
        "AS times WHERE t.id = %s",
        *(due, games, template),
        returning="RETURNING id",
        public_id="to_char(nextval(pg_get_serial_sequence('games_game', 'id')), 'FM00000000')",
        clock_since="due - (clock_left->>next_seat)::bigint * interval '1 millisecond'",
        due_at="due",
        sweep_at="due",
    )
