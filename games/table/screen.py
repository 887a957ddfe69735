"""The table as the template shows it, from what a viewer may see of a game."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from board.map.legend import Explained
from board.map.page import NO_TRACES, render_badge, render_bank
from board.map.places import Places, place_turn
from board.turn.cautions import ThreatShown, cautions_of, setup_sentence
from board.turn.choices import Choices, choices_of, linked_map
from board.turn.explained import explain_marks, explain_turn
from board.turn.facts import SystemFacts, facts_of
from board.turn.making import Choosing, Links, Making, make, read_turn, text_of, turn_words
from board.turn.screen import NO_CAUTIONS, Said, TurnScreen
from board.words.rules import (
    RuleWords,
    bot_level_note,
    describe_rules,
    variant_name,
    variant_short_name,
)
from games.access import version_of
from games.lobby.seats import SeatView
from games.models import SeatKind, Status
from games.table.hindsight import mark_sentence, mark_turn
from games.table.links import links_of_game
from games.table.looking_back import Steps, steps_of
from games.table.since import Since, since_of
from games.table.slots import TRY_TURNS
from games.table.turn_list import WHOLE_LIST, TurnList, turn_list
from games.table.variations import variation_address, variation_steps
from games.table.view import TableView
from homeworlds.actions import Turn
from homeworlds.outcome import Alignment
from homeworlds.position import Position


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat in the list of players."""

    seat: SeatView
    badge: SafeString
    notes: tuple[str, ...]
    link: str
    """The table from this side, for spectators; empty for players."""


@dataclass(frozen=True, slots=True)
class MarkLine:
    """What the turn shown missed or walked into."""

    words: str
    turn: str
    link: str
    """Where the turn it speaks of is shown; empty when there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen(TurnScreen):
    """All that the template of the table needs. No rows of the database, no secrets."""

    public_id: str
    view: TableView
    title: str
    variant: str
    rules: tuple[RuleWords, ...]
    status: str
    """Whose turn it is, or how the game ended."""
    reason: str
    """How it ended, when `status` only says who won."""
    alignment: str
    evil_left: str
    seats: tuple[SeatLine, ...]
    since: Since | None
    log: TurnList
    steps: Steps | None
    hindsight: tuple[MarkLine, ...]
    last_badge: SafeString
    last_words: str
    marks: tuple[Explained, ...]
    """Those that the map has."""
    typed: str
    """An order that cannot be made now, kept for its author."""
    key: str
    threat_link: SafeString
    """Marks the turn that threatens the viewer on the map, or takes the marks away."""
    threat_shown: bool
    setup: str
    """What the homeworld in the making is called."""
    take_back: str
    """Until when the viewer can take the last turn back, and what becomes of it; empty when that is over."""
    version: str
    """What news is asked about; empty when there can be none."""
    kept: tuple[tuple[str, str], ...]
    """What news must bring along: the side looked from, and what is chosen of a turn in the making."""
    sandbox: str
    """Where turns are tried from what is shown; empty where the terms forbid it, and before the start."""

    @property
    def page_title(self) -> str:
        """Tells from another tab that it is the reader's turn."""
        return gettext("Your turn: {title}").format(title=self.title) if self.making else self.title


def screen_of(
    view: TableView,
    *,
    choosing: Choosing | None = None,
    said: Said | None = None,
    from_seat: int | None = None,
    whole_list: bool = False,
) -> Screen:
    """The table with the turn in the making that `choosing` describes, if the viewer has the move.

    `from_seat` is the side a spectator looks from; `whole_list` has all turns listed.
    """
    choosing, said = choosing or Choosing(), said or Said()
    public_id = view.game.public_id
    links = links_of_game(public_id)
    making = choices = None
    cautions, threat_link, setup = NO_CAUTIONS, SafeString(""), ""
    if view.my_turn and view.is_latest and view.state is not None:
        read = read_turn(view.state, choosing.text)
        making = make(read, links)
        # What is chosen next follows the legal part of what was typed.
        choosing = replace(choosing, text=text_of(read.half))
        choices = choices_of(read.half, choosing, links)
        cautions = cautions_of(view.state, read.half, alerted=view.red_alert, stars=choosing.stars)
        threat_link = links.markup(replace(choosing, threat=not choosing.threat))
        setup = setup_sentence(read.half, choosing.stars) if making.setting_up else ""
    marked = cautions.caution.threat if cautions.caution and choosing.threat else None
    side = _side(view, from_seat)
    since = since_of(view)
    drawn, bank = _drawings(view, side, making, choices, choosing, links, marked, since)
    badge, words = _last_turn(view)
    verdict = _verdict(view)
    goes_on = view.game.status in (Status.OPEN, Status.RUNNING) and view.is_latest
    return Screen(
        public_id=public_id,
        links=links,
        view=view,
        title=_title(view),
        variant=variant_name(view.rules.variant),
        rules=tuple(describe_rules(view.rules)),
        status=verdict or _status(view),
        reason=view.result if verdict else "",
        alignment=_own_alignment(view),
        evil_left=_evil_left(view.evil_left),
        seats=tuple([_seat_line(view, seat) for seat in view.seats]),
        since=since,
        log=turn_list(view, from_seat=from_seat, whole=whole_list, chosen=choosing.pairs()),
        steps=variation_steps(view, view.variation, from_seat)
        if view.variation
        else steps_of(view, from_seat),
        hindsight=_mark_lines(view, from_seat),
        last_badge=badge,
        last_words=words,
        map=drawn,
        bank=bank,
        facts=_facts(view, making, choosing),
        making=making,
        choices=choices,
        explained=explain_turn(making, choices, view.rules),
        marks=_marks_explained(view),
        typed="" if making else choosing.text,
        said=said,
        key=said.key or secrets.token_urlsafe(16),
        cautions=cautions,
        threat_link=threat_link,
        threat_shown=marked is not None,
        setup=setup,
        take_back=_take_back_sentence(view),
        version=version_of(view.game) if goes_on else "",
        kept=_kept(choosing, making, None if from_seat is None else side, whole_list),
        sandbox=TRY_TURNS(view, making, from_seat),
    )


def _marks_explained(view: TableView) -> tuple[Explained, ...]:
    if view.position is None:
        return ()
    settled = view.outcome is not None and view.is_latest
    return explain_marks(view.position, view.rules, last_turn=bool(view.last_turn), settled=settled)


def _kept(
    choosing: Choosing, making: Making | None, side: int | None, whole_list: bool
) -> tuple[tuple[str, str], ...]:
    """The order itself is in the page's form, edited perhaps."""
    chosen = replace(choosing, text="").pairs()
    marks = [("making", "1")] if making is not None else []
    if side is not None:
        marks.append(("seat", str(side)))
    return (*marks, *chosen, *([WHOLE_LIST] if whole_list else []))


def _facts(view: TableView, making: Making | None, choosing: Choosing) -> SystemFacts | None:
    position = making.half.position if making is not None else view.position
    system = position.find(choosing.at) if position is not None else None
    return facts_of(position, system, view.viewer_seat) if position and system else None


def _side(view: TableView, from_seat: int | None) -> int:
    if view.viewer_seat is not None:
        return view.viewer_seat
    return from_seat if from_seat is not None and from_seat < len(view.seats) else 0


def _drawings(
    view: TableView,
    side: int,
    making: Making | None,
    choices: Choices | None,
    choosing: Choosing,
    links: Links,
    marked: ThreatShown | None,
    since: Since | None,
) -> tuple[SafeString, SafeString]:
    """Map and bank, with the steps of the turn in the making already done; `marked` are the steps of a
    turn that threatens."""
    if view.position is None or view.places is None:
        return SafeString(""), SafeString("")
    position: Position = view.position
    places: Places = view.places
    turn: Turn = view.last_turn
    mover = view.last_mover
    lately = since.touched if since else frozenset()
    if making is not None and making.half.turn:
        position, turn, mover = making.half.position, making.half.turn, making.half.mover
        places = place_turn(places, making.half)
        lately = frozenset()
    if marked is not None:
        turn, mover, lately = marked.turn, marked.seat, frozenset()

    drawn = linked_map(
        position,
        places,
        choices,
        choosing,
        links if view.is_latest else None,
        viewer=side,
        seated=view.viewer_seat is not None,
        last_turn=turn,
        last_mover=mover,
        over=view.outcome is not None and view.is_latest,
        traces=view.traces or NO_TRACES,
        lately=lately,
        arrangement=view.arrangement,
    )
    return drawn, render_bank(position, before=view.position)


def _take_back_sentence(view: TableView) -> str:
    if not view.may_take_back:
        return ""
    following = next(seat for seat in view.seats if seat.to_move)
    if following.kind is SeatKind.BOT:
        words = gettext("Until {player} answers you can change your turn; the list of turns will say so.")
    else:
        words = gettext(
            "Until {player} looks at the game you can change your turn; the list of turns will say so."
        )
    return words.format(player=following.name)


def _title(view: TableView) -> str:
    names = [seat.name for seat in view.seats]
    if len(names) == 2 and all(names):
        return " – ".join(names)
    return f"{variant_short_name(view.rules.variant)} · {len(names)}"


def _verdict(view: TableView) -> str:
    """How the game ended for the viewer; empty before the end, for a draw and for spectators."""
    if view.outcome is None or view.outcome.draw or view.viewer_seat is None:
        return ""
    if view.viewer_seat not in view.outcome.winners:
        return gettext("You lost")
    return gettext("You won") if len(view.outcome.winners) == 1 else gettext("You share the win")


def _status(view: TableView) -> str:
    if view.result:
        return view.result
    if view.game.status == Status.CANCELLED:
        return gettext("This game was cancelled.")
    if view.state is None:
        full = all(seat.name for seat in view.seats)
        return (
            gettext("The terms have changed: the players must agree.")
            if full
            else gettext("This game waits for players.")
        )
    if view.my_turn:
        return gettext("Your turn")
    mover = next((seat.name for seat in view.seats if seat.to_move), "")
    return gettext("{player} is to move.").format(player=mover)


def _own_alignment(view: TableView) -> str:
    """Empty while the goal of the living player says it."""
    match None if view.may_resign and view.is_latest else view.alignment:
        case Alignment.GOOD:
            return gettext("You are Good.")
        case Alignment.EVIL:
            return gettext("You are Evil.")
    return ""


def _evil_left(number: int | None) -> str:
    if number is None:
        return ""
    if not number:
        return gettext("No Evil player is left.")
    return ngettext("{number} Evil player is left.", "{number} Evil players are left.", number).format(
        number=number
    )


def _seat_line(view: TableView, seat: SeatView) -> SeatLine:
    notes = []
    if seat.is_viewer:
        notes.append(gettext("you"))
    if seat.level:
        notes.append(bot_level_note(seat.level))
    if seat.to_move:
        notes.append(gettext("to move"))
    if seat.departed:
        notes.append(gettext("left the game"))
    elif not seat.living:
        notes.append(gettext("out"))
    if seat.alignment is not None:
        notes.append(gettext("Evil") if seat.alignment is Alignment.EVIL else gettext("Good"))
    if seat.fallen:
        notes.append(gettext("fallen"))
    if seat.won:
        notes.append(gettext("winner"))
    if seat.kept and seat.kept.name:
        notes.append(gettext("kept for {player}").format(player=seat.kept.name))
    elif seat.kept:
        notes.append(gettext("kept for a friend"))
    if not seat.agreed:
        notes.append(gettext("has not agreed to the new terms yet"))
    badge = render_badge(seat.number, seat.name) if view.state else SafeString("")
    link = ""
    if view.viewer_seat is None and view.state is not None and view.is_latest:
        link = f"{reverse('games:table', args=[view.game.public_id])}?seat={seat.number}"
    return SeatLine(seat, badge, tuple(notes), link)


def _mark_lines(view: TableView, from_seat: int | None) -> tuple[MarkLine, ...]:
    """Of the turn that is shown."""
    names, public_id = [seat.name for seat in view.seats], view.game.public_id
    return tuple(
        [
            MarkLine(
                mark_sentence(mark, names),
                mark_turn(mark, names),
                variation_address(public_id, mark, 0, from_seat=from_seat) if mark.seat is not None else "",
            )
            for mark in view.marks
            if mark.number == view.shown and mark != view.variation
        ]
    )


def _last_turn(view: TableView) -> tuple[SafeString, str]:
    entry = view.last_entry
    if entry is None:
        return SafeString(""), ""
    badge = SafeString("") if entry.seat is None else render_badge(entry.seat, entry.name)
    if view.last_mover is None or view.position is None:
        return badge, " ".join(entry.sentences)
    words = list(turn_words(view.last_turn, view.last_mover, view.position.names))
    if entry.eliminated:
        words.append(gettext("out: {players}").format(players=", ".join(entry.eliminated)))
    return badge, " · ".join(words)
