"""Six defects, planted one by one: each must be found by the pair of acts that it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from django.db import connection, transaction

from clubs.models import Club
from games.models import Game
from games.services.log import seats_of
from ladders.models import Ladder, Wish
from proofs.weaving.register import SCENES, Act
from tournaments.services import receivers
from tournaments.sheet import count_results


class Planted(NamedTuple):
    says: str
    scene: str
    one: str
    other: str
    """What the names of the acts end with."""
    plant: Callable[[], AbstractContextManager[Any]]

    def acts(self) -> tuple[Act, Act]:
        acts = SCENES[self.scene].acts
        one, other = ([act for act in acts if act.name.endswith(end)] for end in (self.one, self.other))
        (first,), (second,) = one, other
        return first, second


@contextmanager
def _pairs_over_unplayed_games() -> Iterator[None]:
    """A round is written whenever nothing has happened since its sheet was read; the database takes it."""

    def unchanged(event: Any, seen: Any, now: Any) -> bool:
        return bool(seen == (event.last_number, count_results(event)))

    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX round_open_once")
    try:
        with patch("tournaments.services.pairing._still_to_be_paired", unchanged):
            yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE UNIQUE INDEX round_open_once ON tournaments_round (event_id) "
                "WHERE closed_at IS NULL AND alone"
            )


def _game_unlocked() -> Any:
    def found(game_id: int) -> Any:
        game = Game.objects.get(pk=game_id)
        return game, seats_of(game)

    return patch("games.services.seating.lock_game", found)


def _club_unlocked() -> Any:
    return patch("clubs.services.joining.lock_club", lambda club_id: Club.objects.get(pk=club_id))


def _wishes_unlocked() -> Any:
    def found(ids: Any, now: Any) -> Any:
        return list(Wish.objects.filter(pk__in=ids).select_related("player").order_by("pk"))

    return patch("ladders.wishes.services._lock_wishes", found)


def _ladder_unlocked() -> Any:
    rows = Ladder.objects.select_related("club")
    return patch("ladders.ladder.services.joining.lock_ladder", lambda ladder_id: rows.get(pk=ladder_id))


def _result_after_the_commit() -> Any:
    append = receivers.append

    def later(*what: Any) -> None:
        transaction.on_commit(lambda: append(*what) and None)

    return patch("tournaments.services.receivers.append", later)


ALL: Final = (
    Planted("a round is paired over the games of another worker's", "round to be paired",
            "pairing.pair_if_due", "following.follow_event", _pairs_over_unplayed_games),
    Planted("a seat is taken without the lock of its game", "table that waits",
            "join_game (of Dave)", "join_game (of Bob)", _game_unlocked),
    Planted("a member comes in without the lock of the club", "a club",
            "joining.join_club", "joining.accept_club_invitation", _club_unlocked),
    Planted("wishes meet without their locks", "standing wishes",
            "wishes.services.match_wishes", "wishes.services.withdraw_wish", _wishes_unlocked),
    Planted("who joins the ladder counts its places without its lock", "ladder",
            "joining.join_ladder", "joining.leave_ladder", _ladder_unlocked),
    Planted("an event hears of a result after the commit of the game", "round whose time is over",
            "turns.resign", "adjudicating.vote", _result_after_the_commit),
)  # fmt: skip


def is_found(planted: Planted, interleave: Callable[[Act, Act], Any]) -> bool:
    """Whether the pair, interleaved with the defect, is broken."""
    with planted.plant():
        return bool(interleave(*planted.acts()).broken)
