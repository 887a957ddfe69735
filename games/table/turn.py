"""The turn panel of a table, with the map and the bank that show what is made there."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.map.cards import NO_TRACES
from board.map.page import Seen, render_bank
from board.map.places import place_turn
from board.map.snapshot import Snapshot
from board.turn.cautions import Cautions, ThreatShown, cautions_of, setup_sentence
from board.turn.choices import Choices, choices_of
from board.turn.facts import facts_of
from board.turn.first import first_sheet
from board.turn.making import Choosing, Links, Making, make, query_of
from board.turn.order import read_turn, text_of
from board.turn.screen import NO_CAUTIONS, Said, TurnScreen, explain_turn, linked_map
from board.words.game import result_sentence
from games.log.votes import draw_by_turn, occurrences_by_turn
from games.models import EntryKind, SeatKind
from games.table.view import RunningTable
from homeworlds.notation import format_turn


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPanel(TurnScreen):
    """A turn in the making, or what the viewer can do instead."""

    public_id: str
    answers: int
    """The entry that a turn made here answers."""
    key: str
    heading: str
    """Whose turn it is, or how the game ended."""
    reason: str
    """How it ended, when the heading only says who won; or why it goes on so slowly."""
    typed: str
    """An order that cannot be made now, kept for its author."""
    threat_link: SafeString
    """Marks the turn that threatens the viewer on the map, or takes the marks away."""
    threat_shown: bool
    setup: str
    """What the homeworld in the making is called."""
    take_back: str
    """Until when the viewer can take the last turn back, and what becomes of it; empty when that is over."""
    plays_on: bool
    """Turns are made from the position shown: the ways through the game stand with the list of turns."""
    is_over: bool
    """The end of the game is shown."""
    in_words: InWords
    """Where the table stands in words."""
    motion: Motion | None


class InWords(NamedTuple):
    page: str
    fragment: str


class Motion(NamedTuple):
    """The last turn, by somebody else, as it is shown once."""

    address: str
    """Of the positions between its actions; a number and a stroke follow."""
    start: str
    """The page of the first of them."""
    actions: int


class Made(NamedTuple):
    """The turn that the viewer is making."""

    choosing: Choosing
    """What is chosen next; its text is the legal part of what was typed."""
    making: Making
    choices: Choices
    cautions: Cautions
    setup: str
    threat: ThreatShown | None
    """The turn whose steps are marked on the map."""


def made_of(table: RunningTable, choosing: Choosing, *, ends: bool) -> Made | None:
    """None when the viewer has no turn to make. `ends`: it is asked whether the turn shall end so."""
    if not (table.my_turn and table.at.is_latest):
        return None
    links, state = links_of_game(table.game.public_id), table.state
    read = read_turn(state, choosing.text)
    making = make(read, links)
    choosing = replace(choosing, text=text_of(read.half))
    drawn, stood = None, 0
    if read.half.turn and read.half.why_not_end() is None:
        if table.game.players == 2:
            stood = occurrences_by_turn(table.game, read.half.end().position)
        kinds = [seat.votes_as for seat in table.seats]
        drawn = draw_by_turn(table.game, kinds, read.half, stood=stood or None)
    cautions = cautions_of(
        state,
        read.half,
        alerted=table.red_alert,
        drawn=drawn,
        stood=stood,
        side=table.alignment,
        stars=choosing.stars,
        ends=ends,
    )
    return Made(
        choosing,
        making,
        choices_of(read.half, choosing, links),
        cautions,
        setup_sentence(read.half, choosing.stars) if making.setting_up else "",
        cautions.caution.threat if cautions.caution and choosing.threat else None,
    )


def turn_panel(
    table: RunningTable,
    made: Made | None,
    *,
    choosing: Choosing,
    said: Said,
    from_seat: int | None,
    lately: Mapping[str, int | None],
    newcomer: bool = False,
) -> TurnPanel:
    """`choosing` is what was asked for, `from_seat` the side a spectator looks from; `lately` are the systems
    where something has happened, with who did it last. `newcomer`: it is one of the viewer's first games."""
    at, links = table.at, links_of_game(table.game.public_id)
    making, choices = (made.making, made.choices) if made else (None, None)
    position = making.half.position if making else at.position
    chosen = position.find(choosing.at)
    heading, reason = _status(table)
    return TurnPanel(
        public_id=table.game.public_id,
        answers=table.game.log_number,
        key=said.key or secrets.token_urlsafe(16),
        links=links,
        map=_map(table, made, choosing, side=side_of(table, from_seat), lately=lately),
        bank=render_bank(position, before=at.position),
        facts=facts_of(position, chosen, table.viewer_seat) if chosen else None,
        making=making,
        choices=choices,
        explained=explain_turn(making, choices, table.rules),
        cautions=made.cautions if made else NO_CAUTIONS,
        said=said,
        newcomer=newcomer,
        first=first_sheet(made.making.half, made.choosing.stars, links)
        if made and newcomer and made.making.setting_up
        else None,
        heading=heading,
        reason=reason if at.is_latest else "",
        typed="" if made else choosing.text,
        threat_link=links.markup(replace(made.choosing, threat=not choosing.threat))
        if made
        else SafeString(""),
        threat_shown=made is not None and made.threat is not None,
        setup=made.setup if made else "",
        take_back=_take_back_sentence(table),
        plays_on=table.plays_on,
        is_over=at.is_latest and table.state.outcome is not None,
        motion=_motion(table),
        in_words=_in_words(table, making),
    )


def _in_words(table: RunningTable, making: Making | None) -> InWords:
    at, asked = table.at, list[tuple[str, str]]()
    if making and making.text:
        asked.append(("turn", format_turn(making.half.turn, table.game.players)))
    if at.variation is not None:
        asked.append(("kind", at.variation.kind))
    if at.step is not None:
        asked.append(("step", str(at.step)))
    page = f"{links_of_game(table.game.public_id).page}turns/{at.number}/words/"
    return InWords(page + query_of(asked), f"{page}table/" + query_of(asked))


def _motion(table: RunningTable) -> Motion | None:
    """None where the last thing that happened is no turn of somebody else."""
    last = table.entries[-1] if table.entries and table.plays_on else None
    if last is None or last.kind is not EntryKind.TURN or last.seat == table.viewer_seat:
        return None
    address = f"{links_of_game(table.game.public_id).page}turns/{last.number}/"
    return Motion(address, f"{address}0/", last.text.count(";") + 1)


def _map(
    table: RunningTable, made: Made | None, choosing: Choosing, *, side: int, lately: Mapping[str, int | None]
) -> SafeString:
    """With the steps of the turn in the making already done, or those of a turn that threatens marked."""
    at = table.at
    position, places, turn, mover = at.position, at.places, at.turn, at.mover
    if made and made.making.half.turn:
        half = made.making.half
        position, places, turn, mover = half.position, place_turn(places, half), half.turn, half.mover
        lately = {}
    if made and made.threat:
        turn, mover, lately = made.threat.turn, made.threat.seat, {}
    over, is_seated = at.is_latest and table.state.outcome is not None, table.viewer_seat is not None
    return linked_map(
        Snapshot(position, places, turn, mover, over),
        Seen(side, is_seated, at.traces or NO_TRACES, lately, table.arrangement),
        made.choices if made else None,
        made.choosing if made else choosing,
        links_of_game(table.game.public_id) if at.is_latest else None,
    )


@lru_cache(maxsize=256)
def links_of_game(public_id: str) -> Links:
    """Where the links and forms lead."""
    return Links(
        page=reverse("games:table", args=[public_id]),
        fragment=reverse("games:table_fragment", args=[public_id]),
        show=reverse("games:show", args=[public_id]),
        end=reverse("games:turn", args=[public_id]),
        end_fragment=reverse("games:turn_fragment", args=[public_id]),
    )


def side_of(table: RunningTable, from_seat: int | None) -> int:
    """The seat at the bottom of the map: the viewer's own, or the one a spectator has chosen."""
    if table.viewer_seat is not None:
        return table.viewer_seat
    return from_seat if from_seat is not None and from_seat < len(table.seats) else 0


def _status(table: RunningTable) -> tuple[str, str]:
    """Whose turn it is or how the game ended, and what there is to say besides."""
    outcome, me = table.state.outcome, table.viewer_seat
    if outcome is None:
        if table.my_turn:
            return gettext("Your turn"), ""
        person, level = next(((seat.person, seat.level) for seat in table.seats if seat.to_move), ("", ""))
        slowly = _pace_of_bots(table) if level else ""
        words = gettext("{player} is thinking.") if level and not slowly else gettext("{player} is to move.")
        return words.format(player=person), slowly
    result = result_sentence(outcome, table.state.position.names)
    if outcome.draw or me is None or not outcome.winners:
        return result, ""
    if me not in outcome.winners:
        return gettext("You lost"), result
    return gettext("You won") if len(outcome.winners) == 1 else gettext("You share the win"), result


def _pace_of_bots(table: RunningTable) -> str:
    people = [seat for seat in table.state.position.living if table.seats[seat].votes_as is not SeatKind.BOT]
    return "" if people else gettext("Only bots play on here, and they take their time.")


def _take_back_sentence(table: RunningTable) -> str:
    if not table.may_take_back:
        return ""
    following = next(seat for seat in table.seats if seat.to_move)
    if following.kind is SeatKind.BOT:
        words = gettext("Until {player} answers you can change your turn; the list of turns will say so.")
    else:
        words = gettext(
            "Until {player} looks at the game you can change your turn; the list of turns will say so."
        )
    return words.format(player=following.name)
