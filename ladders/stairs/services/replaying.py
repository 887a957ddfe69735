"""The log of the stairs, played again: it must leave what stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from ladders.arithmetic.steps import FIRST_STEP, compressed, moved, moves
from ladders.models import Stairs, StairsEvent, StairsPlayer, StairsSeat, StairsTable
from ladders.stairs.services.keeping import Kind
from ladders.stairs.services.settling import ended_of


@dataclass(slots=True)
class _Stands:
    """A player, as the log says."""

    step: int = FIRST_STEP
    began_at_step: int = FIRST_STEP
    played: int = 0
    won: int = 0
    is_there: bool = False
    waits: bool = False
    passed: int = 0


@dataclass(slots=True)
class _Replay:
    players: dict[int, _Stands] = field(default_factory=dict)
    changes: dict[int, dict[int, int]] = field(default_factory=dict)
    """By game that is over, of each player."""
    won: dict[int, int | None] = field(default_factory=dict)
    expected: list[tuple[int, int, int]] = field(default_factory=list)
    """Moves that the log must name next: player, game, step."""
    day: str = ""
    season_after: set[int] = field(default_factory=set)
    """Games that a season has followed."""

    def take(self, event: StairsEvent) -> str:
        """What is wrong with it; empty: nothing."""
        kind, stands = Kind(event.kind), self._of(event.player_id)
        if kind is Kind.MOVED:
            return self._told(event)
        if self.expected:
            return f"{event}: a move is missing before it"
        match kind:
            case Kind.JOINED:
                stands.is_there = True
            case Kind.LEFT:
                stands.is_there = False
            case Kind.ASKED:
                stands.waits = True
            case Kind.WITHDREW:
                stands.waits, stands.passed = False, 0
            case Kind.SEATED:
                for player in event.data["players"]:
                    self._of(player).waits, self._of(player).passed = False, 0
            case Kind.SEATING:
                return self._seating(event)
            case Kind.SETTLED:
                self._settled(event)
            case Kind.REOPENED:
                self._reopened(event)
            case Kind.SEASON:
                self._season()
        wrong = event.step is not None and event.step != stands.step
        return f"{event}: step {event.step}, and it was {stands.step}" if wrong else ""

    def _of(self, player: int | None) -> _Stands:
        return _Stands() if player is None else self.players.setdefault(player, _Stands())

    def _told(self, event: StairsEvent) -> str:
        told = (event.player_id, event.game_id, event.step)
        if not self.expected or self.expected.pop(0) != told:
            return f"{event}: nobody was to move so"
        return ""

    def _seating(self, event: StairsEvent) -> str:
        for player in event.data["passed"]:
            self._of(player).passed += 1
        twice = event.data["day"] <= self.day
        self.day = event.data["day"]
        return f"{event}: a second seating of {self.day}" if twice else ""

    def _settled(self, event: StairsEvent) -> None:
        ended, game = ended_of(event.data), event.game_id or 0
        by, found = moves(ended), {}
        for player in ended.players:
            stands = self._of(player)
            stands.played += 1
            stands.won += player == ended.winner
            found[player] = self._move(player, game, by.get(player, 0))
        self.changes[game], self.won[game] = found, ended.winner
        self.season_after.discard(game)

    def _reopened(self, event: StairsEvent) -> None:
        game = event.game_id or 0
        changes, winner = self.changes.pop(game), self.won.pop(game)
        if game in self.season_after:
            return
        for player, change in changes.items():
            self._of(player).played -= 1
            self._of(player).won -= player == winner
            self._move(player, game, -change)

    def _move(self, player: int, game: int, by: int) -> int:
        stands = self._of(player)
        before, stands.step = stands.step, moved(stands.step, by)
        if stands.step != before:
            self.expected.append((player, game, stands.step))
        return stands.step - before

    def _season(self) -> None:
        self.season_after = set(self.changes)
        for stands in self.players.values():
            stands.step = stands.began_at_step = compressed(stands.step)
            stands.played = stands.won = 0


def check_stairs() -> list[str]:
    """What differs between the log and what stands, in words for whoever looks after the site; nothing is
    changed."""
    replay, found = _Replay(), []
    for number, event in enumerate(StairsEvent.objects.order_by("number").iterator(), 1):
        if event.number != number:
            found.append(f"{event}: the log has no number {number}")
            break
        if wrong := replay.take(event):
            found.append(wrong)
    return [*found, *_of_players(replay), *_of_tables(replay), *_of_stairs(replay)]


def _of_players(replay: _Replay) -> Iterator[str]:
    stored = {row.player_id: _stored(row) for row in StairsPlayer.objects.order_by("player").iterator()}
    for player in sorted(stored.keys() | replay.players.keys()):
        logged, stands = replay.players.get(player), stored.get(player)
        if logged != stands:
            yield f"player {player}: the log says {_words(logged)}, stored is {_words(stands)}"


def _stored(row: StairsPlayer) -> _Stands:
    return _Stands(
        step=row.step,
        began_at_step=row.began_at_step,
        played=row.played,
        won=row.won,
        is_there=row.left_at is None,
        waits=row.asked_at is not None,
        passed=row.passed,
    )


def _words(stands: _Stands | None) -> dict[str, Any]:
    return {} if stands is None else asdict(stands)


def _of_tables(replay: _Replay) -> Iterator[str]:
    settled = dict(
        StairsTable.objects.filter(settled_number__isnull=False).values_list("game", "settled_number")
    )
    for game in sorted(settled.keys() ^ replay.changes.keys()):
        yield f"game {game}: the log and its table do not agree on whether it is over"
    stored: dict[int, dict[int, int | None]] = {}
    seats = StairsSeat.objects.filter(table__settled_number__isnull=False)
    for game, player, change in seats.values_list("table__game", "player", "change"):
        stored.setdefault(game, {})[player] = change
    for game in sorted(settled.keys() & replay.changes.keys()):
        if stored.get(game) != replay.changes[game]:
            yield f"game {game}: the log says {replay.changes[game]}, stored is {stored.get(game)}"


def _of_stairs(replay: _Replay) -> Iterator[str]:
    row = Stairs.objects.first()
    last = StairsEvent.objects.count()
    if row is None:
        if last:
            yield "there are events, and no stairs"
        return
    if row.last_number != last:
        yield f"the stairs count {row.last_number} events, the log {last}"
    if replay.day and row.last_day.isoformat() != replay.day:
        yield f"the last seating was of {replay.day}, stored is {row.last_day}"
