"""The table as its templates show it: one view model for each region of the page, put together here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext

from board.turn.making import Choosing
from board.turn.screen import Said
from board.words.rules import preset_name
from games.access import Viewer, version_of
from games.lobby.waiting import WaitingView, foreseen_seats
from games.lobby.words import given_up_sentence
from games.models import Visibility
from games.table.about import AboutGame
from games.table.around import DrawView, PlayOnView, RematchView, draw_for, play_on_for, rematch_for
from games.table.end import End, end_of
from games.table.first import FIRST_TURNS, is_newcomer
from games.table.head import Head, Heard, head_of, heard_of
from games.table.players import Players, players_of
from games.table.replay import WHOLE_LIST, Replay, TurnList, replay_of, turn_list
from games.table.slots import FORECAST, TRY_TURNS
from games.table.turn import Made, TurnPanel, made_of, side_of, turn_panel
from games.table.view import RunningTable, Table, WaitingTable
from homeworlds.rules import Preset


class Lobby(NamedTuple):
    """What is awaited before the start, and what the viewer can do about it."""

    waiting: WaitingView | None
    """None once the game was cancelled."""
    about: AboutGame
    sits: bool
    is_public: bool
    rated: bool
    rules: str
    """The name of the rule set."""
    notice: str
    forecast: str
    """How the game may end, for those who play or may join; empty for others and for most games."""


class Ways(NamedTuple):
    """Where one goes from here."""

    sandbox: str
    """Where turns are tried from what is shown; empty where the terms forbid it."""
    draw: DrawView | None
    rematch: RematchView | None
    play_on: PlayOnView | None


class Tidying(NamedTuple):
    is_tidied: bool
    may_tidy: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """The regions of the page; a game that waits for players has a lobby, one that has begun the others. No
    rows of the database, no secrets."""

    public_id: str
    title: str
    """Tells from another tab that it is the reader's turn."""
    status: str
    """Whose turn it is, or how the game ended."""
    head: Head
    players: Players
    version: str
    """What news is asked about; empty when there can be none."""
    kept: tuple[tuple[str, str], ...] = ()
    """What news must bring along: the side looked from, and what is chosen of a turn in the making."""
    lobby: Lobby | None = None
    turn: TurnPanel | None = None
    heard: tuple[Heard, ...] = ()
    """What happened last, for who listens."""
    replay: Replay | None = None
    """None before anything has happened."""
    ways: Ways | None = None
    log: TurnList | None = None
    tidying: Tidying | None = None
    end: End | None = None
    """Of a finished game, in its present."""


def screen_of(
    table: Table,
    viewer: Viewer,
    *,
    choosing: Choosing | None = None,
    said: Said | None = None,
    from_seat: int | None = None,
    whole_list: bool = False,
) -> Screen:
    """The page with the turn in the making that `choosing` describes, if the viewer has the move.

    `from_seat` is the side a spectator looks from; `whole_list` has all turns listed. Four queries at most.
    """
    choosing, said = choosing or Choosing(), said or Said()
    if isinstance(table, WaitingTable):
        return _before_start(table, viewer, said)
    made, head = made_of(table, choosing, ends=said.confirm), head_of(table)
    chosen = made.choosing if made else choosing
    lately = head.since.touched if head.since else {}
    turn = turn_panel(
        table,
        made,
        choosing=choosing,
        said=said,
        from_seat=from_seat,
        lately=lately,
        newcomer=table.game.turn_count < FIRST_TURNS * table.game.players
        and is_newcomer(table, viewer, sets_up=made is not None and made.making.setting_up),
    )
    return Screen(
        public_id=table.game.public_id,
        title=gettext("Your turn: {title}").format(title=head.title) if made else head.title,
        status=turn.heading,
        head=head,
        players=players_of(table, viewer),
        version=version_of(table.game) if table.plays_on else "",
        kept=_kept(table, made, chosen, from_seat, whole_list),
        turn=turn,
        heard=heard_of(table),
        replay=replay_of(table, from_seat),
        ways=Ways(
            TRY_TURNS(table, turn.making, from_seat),
            draw_for(table, viewer),
            rematch_for(table, viewer),
            play_on_for(table) if turn.is_over else None,
        ),
        log=turn_list(table, from_seat=from_seat, whole=whole_list, chosen=chosen.pairs()),
        tidying=Tidying(table.arrangement is not None, table.may_tidy),
        end=end_of(table, viewer, (turn.map, turn.bank), from_seat) if turn.is_over else None,
    )


def _before_start(table: WaitingTable, viewer: Viewer, said: Said) -> Screen:
    waiting, head = table.waiting, head_of(table)
    return Screen(
        public_id=table.game.public_id,
        title=head.title,
        status=_status_before_start(table),
        head=head,
        players=players_of(table, viewer),
        version=version_of(table.game) if waiting else "",
        lobby=Lobby(
            waiting=waiting,
            about=table.about,
            sits=waiting is not None and table.viewer_seat is not None,
            is_public=table.game.visibility == Visibility.PUBLIC,
            rated=table.game.rated,
            rules=preset_name(Preset(table.game.preset) if table.game.preset else None),
            notice=said.notice,
            forecast=_forecast(table, viewer),
        ),
    )


def _forecast(table: WaitingTable, viewer: Viewer) -> str:
    """Only who sits there knows of those who are invited."""
    game, waiting = table.game, table.waiting
    if waiting is None or not game.rated:
        return ""
    if table.viewer_seat is not None:
        return FORECAST(game, foreseen_seats(game), viewer)
    comes = waiting.invitation or waiting.may_join
    return FORECAST(game, list(game.seats.all()), viewer) if comes else ""


def _status_before_start(table: WaitingTable) -> str:
    if table.waiting is None:
        return given_up_sentence(table.game)
    if table.waiting.musters_until:
        return gettext("The table is full: who is there?")
    if all(seat.name for seat in table.seats):
        return gettext("The terms have changed: the players must agree.")
    return gettext("This game waits for players.")


def _kept(
    table: RunningTable, made: Made | None, choosing: Choosing, from_seat: int | None, whole_list: bool
) -> tuple[tuple[str, str], ...]:
    """The order itself is in the page's form, edited perhaps."""
    chosen = replace(choosing, text="").pairs()
    marks = [("making", "1")] if made else []
    if from_seat is not None:
        marks.append(("seat", str(side_of(table, from_seat))))
    return (*marks, *chosen, *([WHOLE_LIST] if whole_list else []))
