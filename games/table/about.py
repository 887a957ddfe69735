"""What was agreed about a game and what its map means: read when it is wanted, not with every turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext

from board.map.legend import Explained, explain_marks
from board.words.rules import RuleWords, describe_rules, variant_name
from games.access import Viewer, seat_of
from games.clocks.deadlines import pace_of
from games.clocks.outages import outages_of
from games.lobby.terms import TermWords, terms_of
from games.models import OF_CLUB, OF_EVENT, Game, Status, Visibility
from games.table.agreeing.deals import Deals, deals_of
from homeworlds.rules import RuleSet, Variant
from notices.selectors import has_muted
from upkeep.clock import local_now
from upkeep.dates import exact

OUTAGES_SHOWN: Final = 5
"""The last ones."""


class Belonging(NamedTuple):
    """What a game belongs to."""

    words: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutGame:
    public_id: str
    origin: Belonging | None
    """Where what the game belongs to is at home: a ladder, stairs."""
    variant: str
    terms: tuple[TermWords, ...]
    rules: RuleSet
    players: int
    sentences: tuple[RuleWords, ...]
    watch_token: str
    """Of an unlisted game, for its players and its creator only."""
    marks: tuple[Explained, ...]
    """Every mark a map can have under these rules; empty before the start."""
    has_deal: bool
    """Sides are hidden in it."""
    away: tuple[str, ...]
    """When the site was away while the game ran; no clock counted it."""
    deals: Deals | None
    """None for who does not play in it now."""
    mails_muted: bool | None
    """None for who gets no mails about this game anyway."""


def about_game(game: Game, viewer: Viewer) -> AboutGame:
    """Of a game of `game_for_viewer`. Two queries at most, while nothing is proposed about its clocks."""
    rules = game.rules()
    return AboutGame(
        public_id=game.public_id,
        origin=origin_of(game),
        variant=variant_name(rules.variant),
        terms=tuple(terms_of(game, game.seats.all())),
        rules=rules,
        players=game.players,
        sentences=tuple(describe_rules(rules)),
        watch_token=_watch_token(game, viewer),
        marks=explain_marks(rules) if game.started_at else (),
        has_deal=rules.variant is Variant.GOOD_VS_EVIL,
        away=_away(game),
        deals=deals_of(game, viewer),
        mails_muted=_mails_muted(game, viewer),
    )


def origin_of(game: Game) -> Belonging | None:
    """None also for records: what they come from is not on this site."""
    if not game.origin_link.startswith("/"):
        return None
    chosen = game.origin_kind in (OF_CLUB, OF_EVENT)
    return Belonging(game.origin_title if chosen else gettext(game.origin_title), game.origin_link)


def _away(game: Game) -> tuple[str, ...]:
    pace = pace_of(game)
    if pace is None or game.started_at is None:
        return ()
    until = game.finished_at or local_now()
    latest = reversed(outages_of(game, game.started_at, until)[-OUTAGES_SHOWN:])
    sentence = gettext("The site was away from {began} to {ended}; no clock counted it.")
    return tuple([sentence.format(began=exact(outage.since), ended=exact(outage.until)) for outage in latest])


def _watch_token(game: Game, viewer: Viewer) -> str:
    knows = seat_of(game, viewer) is not None or viewer.pk == game.creator_id
    return game.watch_token if knows and game.visibility == Visibility.UNLISTED else ""


def _mails_muted(game: Game, viewer: Viewer) -> bool | None:
    if seat_of(game, viewer) is None or viewer.is_anonymous or not viewer.email:
        return None
    return has_muted(viewer, game.public_id) if game.status in (Status.OPEN, Status.RUNNING) else None
