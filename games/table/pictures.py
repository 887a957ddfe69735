"""Pictures of a game for sharing, as any stranger sees it, and what a page says of itself to messengers."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import gettext, override

from board.charts.tide import Size, tide
from board.map.places import Places
from board.map.snapshot import Snapshot
from board.picture.apart import draw_apart
from board.picture.sheet import HEIGHT, TIDE_HEIGHT, TIDE_WIDTH, WIDTH, Caption, draw_picture, draw_thumbnail
from board.turn.making import turn_words
from board.words.game import result_sentence
from board.words.rules import variant_name, variant_short_name
from games.access import version_of
from games.lobby.words import given_up_sentence
from games.log.moments import outcome_of, state_of
from games.models import EntryKind, Game, Visibility
from games.table.charts import course_of
from games.table.view import Shown, Table, WaitingTable, table_for
from homeworlds.position import Position

DRAWN_AS: Final = 2
"""Raised when the drawing changes, for those who keep a picture."""
SLOTS: Final = 256
"""So many drawn pictures are kept at most."""
KEPT_SECONDS: Final = 24 * 3600


def picture_of(game: Game, number: int, *, language: str) -> str:
    """An SVG of the game after entry `number` (0: the empty table), in the language of its address: who asks
    makes no difference. Raises Http404: no such entry."""
    with override(language):
        table = table_for(game, AnonymousUser(), number=number)
        names, caption = [seat.name for seat in table.seats], caption_of(table)
        if isinstance(table, WaitingTable):
            empty = Snapshot(_empty(len(names)), Places(), over=True)
            return draw_picture(empty, caption, names=names)
        at, over = table.at, table.at.is_latest and table.state.outcome is not None
        beside = tide(course_of(game), Size(TIDE_WIDTH, TIDE_HEIGHT)) if over else ""
        shown = Snapshot(at.position, at.places, at.turn, at.mover, over)
        return draw_picture(shown, caption, names=names, tide=beside)


def picture_version(game: Game, number: int, language: str) -> str:
    """Changes with the picture, and with every turn: it is told without drawing."""
    return f"{DRAWN_AS}-{version_of(game)}-{number}-{language}"


def kept_png(game: Game, version: str) -> bytes | None:
    """The picture of this version in pixels, if it was drawn and is still kept."""
    key = f"{game.public_id}-{version}"
    kept: tuple[str, bytes] | None = cache.get(_slot(key))
    return kept[1] if kept is not None and kept[0] == key else None


def chart_png(game: Game, version: str, svg: str) -> bytes:
    """The picture in pixels, drawn now and kept; a fifth of a second of another process."""
    key, png = f"{game.public_id}-{version}", draw_apart(svg)
    cache.set(_slot(key), (key, png), KEPT_SECONDS)
    return png


def _slot(key: str) -> str:
    return f"picture:{int(hashlib.sha256(key.encode()).hexdigest()[:8], 16) % SLOTS}"


def thumbnail_of(game: Game) -> str:
    """The present table very small, as an SVG without words; the game comes with its seats."""
    taken = [bool(seat.shown_name) for seat in game.seats.all()]
    if not game.position:
        return draw_thumbnail(_empty(game.players), Places(), taken=taken, over=True)
    over = outcome_of(game) is not None
    return draw_thumbnail(state_of(game).position, Places.from_json(game.places), taken=taken, over=over)


def thumbnail_version(game: Game) -> str:
    """Changes with the thumbnail."""
    return f"{DRAWN_AS}-{version_of(game)}"


def caption_of(table: Table) -> Caption:
    """What a stranger is told of the table, whoever looks."""
    variant = variant_name(table.rules.variant)
    if isinstance(table, WaitingTable):
        awaits = gettext("This game waits for players.")
        status = awaits if table.waiting else given_up_sentence(table.game)
        return Caption(status=status, waits=False, last="", aside=variant)
    at, over = table.at, table.state.outcome if table.at.is_latest else None
    names = [seat.person for seat in table.seats]
    status = gettext("{player} is to move.").format(player=names[at.position.mover])
    turn = gettext("turn {number}").format(number=at.number)
    return Caption(
        status=result_sentence(over, names) if over else status,
        waits=over is None,
        last=_last(at),
        aside=f"{variant} · {turn}" if at.number else variant,
    )


def _last(at: Shown) -> str:
    entry, names = at.entry, at.position.names
    if entry is None:
        return ""
    if entry.kind is not EntryKind.TURN or at.mover is None:
        return entry.words
    words = " · ".join(turn_words(at.turn, at.mover, names))
    told = [gettext("{player}: {words}").format(player=entry.name, words=words)]
    if entry.eliminated:
        told.append(gettext("out: {players}").format(players=", ".join(entry.eliminated)))
    return " · ".join(told)


def _empty(players: int) -> Position:
    """Before the start, when some seats may have nobody."""
    return Position(names=("",) * players, mover=0, systems=(), bank=())


@dataclass(frozen=True, slots=True)
class Preview:
    """What a messenger shows of a link to a game."""

    title: str
    description: str
    address: str
    image: str
    """Like the address, with the site in front."""
    width: int = WIDTH
    height: int = HEIGHT


def _address(game: Game, at: Shown | None) -> str:
    """Of a turn that was looked back at, its own page."""
    if at is None or at.is_latest:
        return reverse("games:table", args=[game.public_id])
    return reverse("games:position", args=[game.public_id, at.number])


def preview_of(table: Table) -> Preview | None:
    """None for a game that not everybody may see. Its words are those for strangers."""
    game = table.game
    if game.visibility != Visibility.PUBLIC:
        return None
    caption = caption_of(table)
    names = [seat.name for seat in table.seats if seat.name]
    words, at = [caption.status, caption.last], None if isinstance(table, WaitingTable) else table.at
    if at is not None and at.step is not None:
        # The picture is of a whole turn, and of one that was played.
        words = [caption.aside]
    return Preview(
        title=f"{variant_short_name(table.rules.variant)}: {' – '.join(names)}",
        description=" ".join(filter(None, words)),
        address=settings.SITE_URL + _address(game, at),
        image=settings.SITE_URL + game.picture_path(at.number if at else 0),
    )
