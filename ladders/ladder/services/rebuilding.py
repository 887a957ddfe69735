"""The order of a ladder anew from its log. Whoever calls these holds the ladder's row.

A settlement that is undone is undone by rows: the order is the one without it (`ladders.arithmetic.order`
says what that means), and the line that says so holds how many stand elsewhere now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from ladders.arithmetic.order import EventKind, Fact, Order, Result, replay, standing_facts
from ladders.ladder.services.keeping import AT_ONCE, append, place_all
from ladders.models import Challenge, Ladder, LadderEvent, Limbo, Rung


class Logged(NamedTuple):
    facts: list[Fact]
    whys: dict[int, str]
    """Of each line why, where it says so."""
    moments: dict[int, datetime]


def logged(ladder: Ladder) -> Logged:
    """The whole log, in one query."""
    found = Logged([], {}, {})
    for event in LadderEvent.objects.filter(ladder=ladder).order_by("number").iterator():
        found.facts.append(
            Fact(
                event.number,
                EventKind(event.kind),
                event.player_id or 0,
                event.other_id or 0,
                Result(event.result) if event.result else None,
                event.cause,
            )
        )
        found.whys[event.number], found.moments[event.number] = event.why, event.at
    return found


def undo_settlement(ladder: Ladder, challenge: Challenge, now: datetime) -> LadderEvent:
    """Takes as long as the log is."""
    cause = challenge.settled_number or 0
    log = logged(ladder)
    undone = Fact(ladder.last_number + 1, EventKind.UNDONE, challenge.challenger_id, cause=cause)
    log.facts.append(undone)
    before = places_of(ladder)
    order = replay(log.facts)
    after = {player: place for place, player in enumerate(order.players, 1)}
    event = append(
        ladder,
        EventKind.UNDONE,
        challenge.challenger_id,
        now,
        other=challenge.challenged_id,
        game=challenge.game,
        cause=cause,
        data={
            "from": before.get(challenge.challenger_id),
            "to": after.get(challenge.challenger_id),
            "other_from": before.get(challenge.challenged_id),
            "other_to": after.get(challenge.challenged_id),
            "moved": sum(before.get(player) != place for player, place in after.items()),
        },
    )
    challenge.settled_at, challenge.settled_number, challenge.result = None, None, ""
    challenge.save(update_fields=["settled_at", "settled_number", "result"])
    mend(ladder, order, log)
    return event


def places_of(ladder: Ladder) -> dict[int, int]:
    return dict(Rung.objects.filter(ladder=ladder).values_list("player", "place"))


def differences(ladder: Ladder, order: Order) -> Iterator[str]:
    """Where what stands is not what the log tells."""
    stands = {rung.player_id: rung for rung in Rung.objects.filter(ladder=ladder)}
    for place, player in enumerate(order.players, 1):
        rung = stands.pop(player, None)
        if rung is None:
            yield f"player {player} is missing, at place {place}"
            continue
        if rung.place != place:
            yield f"player {player} stands at {rung.place}, by the log at {place}"
        if bool(rung.limbo) != (player in order.limbo):
            yield f"player {player} is {'' if rung.limbo else 'not '}in limbo, by the log otherwise"
    for player, rung in stands.items():
        yield f"player {player} stands at {rung.place}, by the log nowhere"
    if ladder.size != len(order.players):
        yield f"it counts {ladder.size} players, by the log {len(order.players)}"


def mend(ladder: Ladder, order: Order, log: Logged) -> None:
    """Makes what stands what the log tells."""
    places = {player: place for place, player in enumerate(order.players, 1)}
    Rung.objects.filter(ladder=ladder).exclude(player__in=order.players).delete()
    stands = {rung.player_id: rung for rung in Rung.objects.filter(ladder=ladder)}
    _add_missing(ladder, [player for player in order.players if player not in stands], log)
    place_all(
        ladder,
        {
            player: place
            for player, place in places.items()
            if player not in stands or stands[player].place != place
        },
    )
    whys = _why_in_limbo(log, order)
    for rung in stands.values():
        if bool(rung.limbo) != (rung.player_id in order.limbo):
            Rung.objects.filter(pk=rung.pk).update(limbo=whys.get(rung.player_id, ""))
    ladder.size = len(order.players)
    ladder.save(update_fields=["size"])


def _add_missing(ladder: Ladder, players: Iterable[int], log: Logged) -> None:
    """Below everybody, until all are given their places."""
    joined = {fact.player: fact.number for fact in log.facts if fact.kind is EventKind.JOINED}
    whys = _why_in_limbo(log, replay(log.facts))
    lowest = ladder.size + len(log.facts) + 1
    Rung.objects.bulk_create(
        [
            Rung(
                ladder=ladder,
                player_id=player,
                place=lowest + number,
                joined_at=log.moments[joined[player]],
                limbo=whys.get(player, ""),
            )
            for number, player in enumerate(players)
        ],
        batch_size=AT_ONCE,
    )


def _why_in_limbo(log: Logged, order: Order) -> Mapping[int, str]:
    lines = [fact for fact in standing_facts(log.facts) if fact.kind is EventKind.LIMBO]
    return {
        fact.player: log.whys[fact.number] or Limbo.LEAVES for fact in lines if fact.player in order.limbo
    }
