"""What the public games of a player add up to, whoever asks."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import Player
from board.words.rules import variant_name
from games.access import Viewer
from homeworlds.rules import Variant
from ratings.models import PairTally, PlayerTally


@dataclass(frozen=True, slots=True)
class VariantResults:
    variant: str
    """In words; empty for all variants together."""
    played: int
    won: int
    shared: int
    drawn: int
    lost: int


def results_of(player: Player) -> list[VariantResults]:
    """A line for each variant played, and one for all when there are several; one query."""
    tallies = {row.variant: row for row in PlayerTally.objects.filter(player=player) if row.played}
    found = [tallies[variant] for variant in Variant if variant in tallies]
    lines = [_line(variant_name(Variant(row.variant)), [row]) for row in found]
    return [*lines, _line("", found)] if len(lines) > 1 else lines


def _line(variant: str, rows: list[PlayerTally]) -> VariantResults:
    return VariantResults(
        variant=variant,
        played=sum(row.played for row in rows),
        won=sum(row.won for row in rows),
        shared=sum(row.shared for row in rows),
        drawn=sum(row.drawn for row in rows),
        lost=sum(row.lost for row in rows),
    )


@dataclass(frozen=True, slots=True)
class Meetings:
    """Games of two players together, as one of them sees them."""

    played: int
    won: int
    lost: int
    both_won: int
    drawn: int
    neither: int


def meetings_of(viewer: Viewer, player: Player) -> Meetings | None:
    """None where there were none; one query at most."""
    if viewer.is_anonymous or viewer == player:
        return None
    first, second = sorted([viewer, player], key=lambda each: each.pk)
    row = PairTally.objects.filter(one=first, other=second).first()
    if row is None:
        return None
    won, lost = row.one_won, row.other_won
    if viewer == second:
        won, lost = lost, won
    played = won + lost + row.both_won + row.drawn + row.neither
    if not played:
        return None
    return Meetings(
        played=played,
        won=won,
        lost=lost,
        both_won=row.both_won,
        drawn=row.drawn,
        neither=row.neither,
    )
