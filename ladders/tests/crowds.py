"""Thousands of people, without the games that brought them there."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from accounts.models import Player
from accounts.names import name_key
from homeworlds.rules import Variant
from ladders.arithmetic.order import EventKind
from ladders.models import Ladder, LadderEvent, Rung, StairsPlayer, Wish
from ladders.stairs.services.keeping import lock_stairs
from upkeep.clock import database_now


def crowd(number: int, name: str = "Crowd") -> list[Player]:
    names = [f"{name}{index}" for index in range(number)]
    return Player.objects.bulk_create([Player(name=name, name_key=name_key(name)) for name in names])


def on_ladder(ladder: Ladder, players: list[Player]) -> None:
    """At the bottom, as if they had joined one after the other."""
    first, now = ladder.rungs.count() + 1, database_now()
    rungs = [
        Rung(ladder=ladder, player=player, place=place, joined_at=now)
        for place, player in enumerate(players, first)
    ]
    Rung.objects.bulk_create(rungs, batch_size=1000)
    number = Ladder.objects.get(pk=ladder.pk).last_number + 1
    LadderEvent.objects.bulk_create(
        [
            LadderEvent(
                ladder=ladder,
                number=each,
                kind=EventKind.JOINED,
                player=rung.player,
                at=now,
                data={"to": rung.place},
            )
            for each, rung in enumerate(rungs, number)
        ],
        batch_size=1000,
    )
    Ladder.objects.filter(pk=ladder.pk).update(
        size=first - 1 + len(players), last_number=number - 1 + len(players)
    )


def on_stairs(players: list[Player]) -> None:
    """On many steps; every tenth waits."""
    with transaction.atomic():
        lock_stairs()
    now = database_now()
    StairsPlayer.objects.bulk_create(
        [
            StairsPlayer(
                player=player,
                step=1 + index % 17,
                joined_at=now,
                asked_at=now if index % 10 == 0 else None,
                variants=["sinister"],
                sizes=[4],
            )
            for index, player in enumerate(players)
        ]
    )


def wishing(players: list[Player], *, in_vain: bool = False) -> None:
    """Half of them for an opponent, half for a table. In vain: no two accept the same clock."""
    now = database_now()
    Wish.objects.bulk_create(
        [
            Wish(
                player=player,
                players=2 + 2 * (index % 2),
                variants=[str(Variant.SINISTER if index % 2 else Variant.BINARY)],
                clocks=[f"clock {player.pk}" if in_vain else "normal"],
                created_at=now - timedelta(seconds=len(players) - index),
                waits_since=now - timedelta(seconds=len(players) - index),
            )
            for index, player in enumerate(players)
        ]
    )
