"""What the director's page shows of an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from accounts.models import Player
from board.words.refusals import sentence
from tournaments.models import Act, CoDirector, Entry, Event, EventStatus, Format, Kind, Round
from tournaments.pairing.refusals import Impossible
from tournaments.presenters.looking import progress_of
from tournaments.presenters.page import entrants_of
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.rights import may_add, plays_in, took_part
from tournaments.sheet import Sheet, kept_apart, pair
from tournaments.words import act_sentence, until_words


@dataclass(frozen=True, slots=True)
class DoneRound:
    number: int
    games: int


@dataclass(frozen=True, slots=True)
class Directed:
    event: Event
    entered: tuple[Entry, ...]
    waiting: tuple[Entry, ...]
    ends_at: datetime | None
    """Of the round that runs; None: none has an end."""
    may_take_in_hand: bool
    """The next round, in this format."""
    may_pair: bool
    """Now: no round runs."""
    proposed: str
    """How the site would pair it: a table a line."""
    may_keep_apart: bool = False
    """Two players, in this format."""
    apart: tuple[tuple[Player, Player], ...] = ()
    """Who are kept apart."""
    no_pairing: tuple[str, ...] = ()
    """Why the next round cannot be paired, and what can be done; empty: it can, or none follows."""
    may_add: bool = False
    """Somebody who is not in it, or not any more, may be invited."""
    may_judge: bool = False
    """Who else stays in it, and has a place."""
    beside: tuple[Player, ...] = ()
    """Who directs it too, or was asked."""
    may_follow: tuple[Player, ...] = ()
    """To whom it can be handed over."""
    is_main: bool = False
    """Is the director who is named first."""
    done: tuple[DoneRound, ...] = ()
    still_run: int = 0
    """Games of the round that runs."""
    next_round: int = 0
    """Its number, while it is not paired; 0: none follows."""
    own: str = ""
    """That the director plays too, and what is therefore left to others; empty: that is not so."""


def directed(event: Event, director: Player) -> Directed:
    """What somebody who directs it can do. Sixteen queries at most."""
    rows = list(CoDirector.objects.filter(event=event).select_related("player").order_by("asked_at", "pk"))
    return replace(
        _directed(event, director),
        may_add=event.status == EventStatus.OPEN or may_add(event, Round.objects.filter(event=event).count()),
        may_judge=event.started_at is None or not took_part(event, director),
        beside=tuple(row.player for row in rows),
        may_follow=tuple(row.player for row in rows if row.accepted_at is not None),
        is_main=event.director_id == director.pk,
    )


def _directed(event: Event, director: Player) -> Directed:
    format_ = Format(event.format)
    if event.status != EventStatus.RUNNING:
        entered, waiting = entrants_of(event)
        return Directed(
            event,
            tuple(entered),
            tuple(waiting),
            None,
            False,
            False,
            "",
            may_keep_apart=format_.seats_latecomers and not event.is_over,
            apart=_apart(event, [*entered, *waiting]),
        )
    rounds = Round.objects.filter(event=event)
    last = rounds.order_by("-number").first()
    runs = last is not None and last.closed_at is None
    left = last is None or last.number < event.rounds
    by_hand = format_.seats_latecomers and left
    is_to_be_paired = by_hand and not runs and (event.by_hand or event.waits_until is not None)
    sheet = Sheet(event)
    plays = plays_in(event, director)
    may_pair = is_to_be_paired and not plays
    return Directed(
        event,
        tuple(sheet.entries),
        (),
        progress_of(sheet).ends_at if runs and not (plays and _sits_at_open_table(sheet, director)) else None,
        by_hand and (event.by_hand or not plays),
        may_pair,
        _proposed(sheet) if may_pair else "",
        may_keep_apart=by_hand,
        apart=_apart(event, sheet.entries),
        no_pairing=_no_pairing(event, sheet.paired + 1) if is_to_be_paired else (),
        done=tuple(
            DoneRound(each.number, sum(not line.is_bye for line in sheet.of_round(each.number)))
            for each in sheet.rounds
            if each.closed_at is not None
        ),
        still_run=sum(not line.is_over for line in sheet.lines),
        next_round=sheet.paired + 1 if left else 0,
        own=sentence(EventRefusal(EventRefusalCode.ONES_OWN_PAIRING)) if by_hand and plays else "",
    )


def _sits_at_open_table(sheet: Sheet, player: Player) -> bool:
    seated = {number for line in sheet.lines if not line.is_over for number in line.seats}
    return any(sheet.by_number[number].player_id == player.pk for number in seated)


def _apart(event: Event, entries: Iterable[Entry]) -> tuple[tuple[Player, Player], ...]:
    people = {entry.player_id: entry.player for entry in entries}
    return tuple(
        (people[one], people[other]) for one, other in kept_apart(event) if one in people and other in people
    )


def _no_pairing(event: Event, number: int) -> tuple[str, ...]:
    act = Act.objects.filter(event=event, kind=Kind.NO_PAIRING, data__round=number).first()
    return (act_sentence(act), until_words(event)) if act else ()


def _proposed(sheet: Sheet) -> str:
    """Empty: it cannot be paired by the site either."""
    try:
        rows = pair(sheet)
    except Impossible:
        return ""
    tables = [*rows.tables, *[(player,) for player in rows.byes]]
    return "\n".join(", ".join(sheet.by_number[number].player.name for number in table) for table in tables)
