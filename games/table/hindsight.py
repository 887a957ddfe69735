"""What was found in a finished game: marks for its table, and the tallies of a player.

While a game runs there is nothing: nothing has been worked out, and nothing is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.models import Player
from board.turn.making import turn_words
from board.words.rules import variant_name
from games.models import Game, Mark, MarkKind, MarkTally, Status
from homeworlds.notation import parse_turn
from homeworlds.rules import Variant


@dataclass(frozen=True, slots=True)
class MarkView:
    """What is said of one turn."""

    number: int
    """Of the entry of the log."""
    kind: str
    """A `MarkKind`, or BETTER: what an analysis says of it."""
    seat: int | None
    """Who could have made the turn `text`; None when nothing could be found out."""
    victim: int | None
    """Who would have fallen; None: it would have won."""
    text: str


@dataclass(frozen=True, slots=True)
class TallyView:
    """A player's games of one variant, as far as they have been looked at."""

    variant: Variant
    games: int
    turns: int
    missed_wins: int
    walked_into: int

    @property
    def variant_name(self) -> str:
        return variant_name(self.variant)


def marks_of(game: Game) -> tuple[MarkView, ...]:
    """By number; one query for a finished game, none and nothing for any other."""
    if game.status != Status.FINISHED:
        return ()
    fields = ("number", "kind", "seat", "victim", "text")
    rows = Mark.objects.filter(game=game).values_list(*fields)
    return tuple(
        [MarkView(number, MarkKind(kind), seat, victim, text) for number, kind, seat, victim, text in rows]
    )


def marks_tally(player: Player) -> tuple[TallyView, ...]:
    """A line for each variant; one query, however many games."""
    fields = ("variant", "games", "turns", "missed_wins", "walked_into")
    rows = MarkTally.objects.filter(player=player).values_list(*fields)
    return tuple([TallyView(Variant(variant), *numbers) for variant, *numbers in rows])


def short_words(mark: MarkView) -> str:
    """For the list of turns."""
    if mark.kind is MarkKind.UNCHECKED:
        return gettext("not checked")
    if mark.kind is MarkKind.MISSED:
        return gettext("missed win") if mark.victim is None else gettext("missed elimination")
    return gettext("walked into a win") if mark.victim is None else gettext("walked into elimination")


def mark_sentence(mark: MarkView, names: Sequence[str]) -> str:
    """What was missed or allowed."""
    if mark.seat is None:
        return gettext("Whether a win was missed here took too long to find out.")
    values = {"player": names[mark.seat], "victim": "" if mark.victim is None else names[mark.victim]}
    if mark.kind is MarkKind.MISSED and mark.victim is None:
        return gettext("Missed: {player} could have won here.").format(**values)
    if mark.kind is MarkKind.MISSED:
        return gettext("Missed: {player} could have eliminated {victim} here.").format(**values)
    if mark.victim is None:
        return gettext("This turn let {player} win in one turn.").format(**values)
    return gettext("This turn let {player} eliminate {victim} in one turn.").format(**values)


def mark_turn(mark: MarkView, names: Sequence[str]) -> str:
    """The turn by which; empty when nothing could be found out."""
    if mark.seat is None:
        return ""
    words = " · ".join(turn_words(parse_turn(mark.text, len(names)), mark.seat, names))
    return gettext("{player}: {words}").format(player=names[mark.seat], words=words)
