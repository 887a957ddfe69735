"""The open games of a page in the order of what one can do with them: join, look after one's own, and those
that are not for one now, with the reason said once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from board.words.rules import differences
from games.lists import GameRow


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """A game that waits for players."""

    row: GameRow
    differs: tuple[tuple[str, str], ...]
    """Rules and terms that most games have otherwise: titles and sentences. Clock and ratings stand in the
    row."""
    forecast: str

    @property
    def what_differs(self) -> str:
        return ", ".join([title for title, _ in self.differs])


@dataclass(frozen=True, slots=True)
class Refused:
    """Games that are refused for one reason."""

    reason: str
    rows: tuple[LobbyRow, ...]


@dataclass(frozen=True, slots=True)
class Lobby:
    joinable: tuple[LobbyRow, ...]
    """The fewest open seats first, of these the oldest."""
    own: tuple[LobbyRow, ...]
    waiting: tuple[LobbyRow, ...]
    """Of which nothing is known for this viewer: who is not logged in joins none."""
    refused: tuple[Refused, ...]

    @property
    def refused_number(self) -> int:
        return sum([len(each.rows) for each in self.refused])


def lobby_of(rows: Iterable[GameRow], forecasts: Mapping[int, str]) -> Lobby:
    """From the rows of a page, the oldest first."""
    joinable, own, waiting, refused = [], [], [], dict[str, list[LobbyRow]]()
    for row in rows:
        made = LobbyRow(row, _differs(row), forecasts.get(row.game.pk, ""))
        if row.viewer_sits:
            own.append(made)
        elif row.may_join:
            joinable.append(made)
        elif row.why_not:
            refused.setdefault(row.why_not, []).append(made)
        else:
            waiting.append(made)
    return Lobby(
        joinable=tuple(sorted(joinable, key=lambda made: made.row.open_seats)),
        own=tuple(own),
        waiting=tuple(waiting),
        refused=tuple([Refused(reason, tuple(those)) for reason, those in refused.items()]),
    )


def _differs(row: GameRow) -> tuple[tuple[str, str], ...]:
    terms = [term for term in row.terms if term.differs and not term.in_row]
    return tuple([(each.title, each.sentence) for each in (*differences(row.rules), *terms)])
