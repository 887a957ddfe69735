"""Who stands where on a ladder, as the viewer sees it: strangers far away are one row together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, TypeAlias

from django.utils.translation import gettext, ngettext

from accounts.models import Player
from board.words.refusals import sentence
from ladders.ladder.refusals import LadderRefusal
from ladders.ladder.rights import Challenger
from ladders.models import Rung
from ratings.presenters.figures import signed
from ratings.presenters.forecasts import Chance

PER_PAGE: Final = 25
TOP: Final = 3
AROUND: Final = 3
"""So many above the viewer and below are shown between the ranges that fold."""


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody on the ladder, as the viewer sees them."""

    is_fold: ClassVar[bool] = False

    player: Player
    place: int
    moved: int | None
    """Places up since a week ago; None: was not there."""
    moved_words: str
    is_viewer: bool
    may_challenge: bool
    prospect: str
    """What a challenge may bring, in words; empty where there is none."""
    why_not: str
    """In words; empty where nothing is to be said."""
    state: str
    """Leaving; empty: there."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Places that are one row; by its link they unfold."""

    is_fold: ClassVar[bool] = True

    first: int
    last: int
    words: str
    """The second line."""

    @property
    def title(self) -> str:
        if self.first == self.last:
            return gettext("Place {place}").format(place=self.first)
        return gettext("Places {first} to {last}").format(first=self.first, last=self.last)

    @property
    def page(self) -> int:
        """On which the first of them stands."""
        return page_of(self.first)


Line: TypeAlias = Row | Fold


def page_of(place: int) -> int:
    return (place - 1) // PER_PAGE + 1


def places_on(page: int) -> range:
    first = (page - 1) * PER_PAGE + 1
    return range(first, first + PER_PAGE)


def places_around(place: int, size: int) -> list[int]:
    """The top and the places near this one. No fold holds a single place: that one is shown.

    >>> places_around(20, 30), places_around(5, 9)
    ([1, 2, 3, 17, 18, 19, 20, 21, 22, 23], [1, 2, 3, 4, 5, 6, 7, 8, 9])
    """
    near = {*range(1, TOP + 1), *range(place - AROUND, place + AROUND + 1)}
    shown = {each for each in near if 1 <= each <= size}
    shown |= {each + 1 for each in shown if each + 2 in shown or each + 2 == size + 1}
    return sorted(shown)


def folded(rows: Iterable[Row], size: int) -> Iterator[Line]:
    """The rows, by their places, and a fold for each range between and below them."""
    after = 1
    for row in rows:
        if row.place > after:
            yield fold(after, row.place - 1)
        yield row
        after = row.place + 1
    if after <= size:
        yield fold(after, size)


def fold(first: int, last: int, words: str = "") -> Fold:
    number = last - first + 1
    players = ngettext("{number} player", "{number} players", number).format(number=number)
    return Fold(first, last, words or players)


@dataclass(frozen=True, slots=True)
class Eyes:
    """Of the viewer, for all rows alike."""

    player: Player | None
    challenger: Challenger | None
    """None for who is not on the ladder."""
    then: Mapping[int, int]
    """Places a week ago, by the ids of players."""
    chances: Mapping[int, Chance]
    """Of the viewer, by the ids of players; empty where none are foretold."""

    def row(self, rung: Rung) -> Row:
        before = self.then.get(rung.player_id)
        why = self.challenger.why_not(rung) if self.challenger else None
        return Row(
            player=rung.player,
            place=rung.place,
            moved=None if before is None else before - rung.place,
            moved_words="" if before is None else signed(before - rung.place),
            is_viewer=self.player is not None and rung.player_id == self.player.pk,
            may_challenge=self.challenger is not None and why is None,
            prospect=self._prospect(rung) if why is None else "",
            why_not=sentence(why) if why and self._is_told(why, rung) else "",
            state=gettext("is leaving") if rung.limbo else "",
        )

    def _prospect(self, rung: Rung) -> str:
        """The chance to win, where one is foretold, and what a win brings."""
        if self.challenger is None or self.challenger.rung is None:
            return ""
        gain = self.challenger.rung.place - rung.place
        brings = ngettext("{number} place up", "{number} places up", gain).format(number=gain)
        chance = self.chances.get(rung.player_id)
        if chance is None:
            return brings
        said = gettext("you win {number} of 100")
        if chance.is_guess:
            said = gettext("you win about {number} of 100")
        return f"{said.format(number=chance.hundred)} · {brings}"

    def _is_told(self, why: LadderRefusal, rung: Rung) -> bool:
        """Of those within reach, unless it holds for all: then it is said once, above the rows."""
        own = self.challenger.rung if self.challenger else None
        if self.challenger is None or own is None:
            return False
        for_all = self.challenger.why_not_at_all()
        if for_all is not None and for_all.code == why.code:
            return False
        return self.challenger.highest <= rung.place < own.place


def without_buttons(rows: Sequence[Row], said: Iterable[Row]) -> list[Row]:
    """What was `said` already further up, with the buttons, is not said again."""
    places = {row.place for row in said}
    return [_bare(row) if row.place in places else row for row in rows]


def _bare(row: Row) -> Row:
    return replace(row, may_challenge=False, prospect="", why_not="")
