"""What a turn costs, against what its parts cost: processor time of a plain turn in a running game of two,
posted through the whole site, on a PostgreSQL and a Redis of their own, as a web process has them.

The parts are measured in the same run, in turns with it: an empty view asked by somebody with a session, the
same transaction in raw psycopg, and the publishing of what must follow. The turns are those of bots, chosen
beforehand; the next player has a confirmed address, so each turn writes a notice and calls a worker for it.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.urls import reverse

from accounts.models import Player
from benchmarks.site.measuring import Browser, statements_of
from benchmarks.site.parts import publish, raw_turns
from bots import choose_turn
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.log.moments import state_of
from games.models import Game
from games.refusals import NeedsConfirmation
from games.services import take_turn
from homeworlds.notation import format_turn
from homeworlds.rules import Preset, Variant, preset_rules
from proofs.kit.cast import new_game, person

TURNS: Final = 24
"""Of each game, from the first to the middle."""
GAMES: Final = 8
"""Of each kind."""
MOST_RATIO: Final = 1.9
MOST_STATEMENTS: Final = {"turn": 9, "turn with a clock": 11}
MOST_ON_TOP: Final = 12.0
"""In empty views: what the fragment of the table may cost beside the turn."""
EMPTY: Final = "an empty view, nobody logged in"
VIEW: Final = "an empty view, session and user"
RAW: Final = "the same transaction in raw psycopg"
PUBLISHED: Final = "publishing what must follow"
PARTS: Final = (VIEW, RAW, PUBLISHED)
TURN: Final = "turn"
CLOCKED: Final = "turn with a clock"
FRAGMENT: Final = "turn with the table's fragment"


class Order(NamedTuple):
    """A turn of the line that all games follow."""

    text: str
    plain: bool
    """The site does not ask whether it shall really end."""


class Asked(NamedTuple):
    statements: int
    commits: int


def run() -> int:
    """Prints a line for each figure; the exit code says whether they keep to their limits."""
    # With addresses, so that mails tell them that it is their turn.
    people = [person(f"bench{number}", by_mail=True) for number in range(2)]
    line = _line_of_turns(people)
    browsers = [Browser(player) for player in people]
    tables = Tables(browsers, people, line)
    with raw_turns(_game(people, clocked=False), line[-1].text) as raw:
        spent = _measure(tables, raw)
    parts = {kind: statistics.median(spent[kind]) for kind in (EMPTY, *PARTS, TURN, CLOCKED, FRAGMENT)}
    total = sum(parts[kind] for kind in PARTS)
    asked = {kind: _asked(tables, kind) for kind in (TURN, CLOCKED)}
    for kind, milliseconds in parts.items():
        print(f"{kind}: {milliseconds:.2f} ms of the processor")
    on_top = parts[FRAGMENT] - parts[TURN]
    print(f"the table's fragment on top: {on_top:.2f} ms, {on_top / parts[EMPTY]:.1f} empty views, ", end="")
    print(f"{on_top / parts[VIEW]:.1f} with session and user; at most {MOST_ON_TOP:.0f}")
    for kind, counted in asked.items():
        print(f"{kind}: statements {counted.statements} (at most {MOST_STATEMENTS[kind]}), ", end="")
        print(f"commits {counted.commits}")
    ratio = parts[TURN] / total
    print(f"turn: parts {total:.2f} ms, turn {parts[TURN]:.2f} ms, ratio {ratio:.2f}, ", end="")
    print(f"statements {asked[TURN].statements}, commits {asked[TURN].commits}")
    few = all(counted.statements <= MOST_STATEMENTS[kind] for kind, counted in asked.items())
    one = all(counted.commits == 1 for counted in asked.values())
    return 0 if few and one and ratio <= MOST_RATIO and on_top <= MOST_ON_TOP * parts[EMPTY] else 1


# --- What is played


def _line_of_turns(people: list[Player]) -> list[Order]:
    game = _game(people, clocked=False)
    line: list[Order] = []
    dice = random.Random(18)
    while len(line) < TURNS:
        now = Game.objects.get(pk=game.pk)
        text = format_turn(choose_turn(state_of(now), level="judge", rng=dice), 2)
        player, number = people[now.next_seat or 0], len(line)
        asked: dict[str, Any] = {
            "game_id": game.pk,
            "player": player,
            "answers": number,
            "key": f"line{number}",
            "text": text,
        }
        try:
            take_turn(**asked)
        except NeedsConfirmation:
            take_turn(**asked, confirmed=True)
            line.append(Order(text, plain=False))
        else:
            line.append(Order(text, plain=True))
    return line


def _game(people: list[Player], *, clocked: bool) -> Game:
    terms = GameTerms(clock=PACES["normal"]) if clocked else GameTerms()
    return new_game(*people, rules=preset_rules(Preset.MODERN, Variant.BINARY), terms=terms)


class Tables(NamedTuple):
    """What all games have in common: names of homeworlds stand in the line, so its players do too."""

    browsers: list[Browser]
    people: list[Player]
    line: list[Order]


class Table:
    """A game that follows the line, turn by turn."""

    def __init__(self, tables: Tables, kind: str) -> None:
        game = _game(tables.people, clocked=kind == CLOCKED)
        self.browsers, self.line, self.number = tables.browsers, tables.line, 0
        name = "games:turn_fragment" if kind == FRAGMENT else "games:turn"
        self.address = reverse(name, args=[game.public_id])
        self.status = 200 if kind == FRAGMENT else 303

    @property
    def is_plain(self) -> bool:
        """The next turn is no set-up, and the site asks nothing back."""
        return self.number >= 2 and self.line[self.number].plain

    def turn(self) -> None:
        number, self.number = self.number, self.number + 1
        order = self.line[number]
        fields = {"turn": order.text, "answers": str(number), "key": f"measured{number}"}
        if not order.plain:
            fields["confirmed"] = "on"
        self.browsers[number % 2].post(self.address, fields, status=self.status)


# --- Measuring


def _measure(tables: Tables, raw: Callable[[], None]) -> dict[str, list[float]]:
    """Milliseconds of each kind, taken in turns, so that a busy machine slows all."""
    robots, nobody = reverse("robots"), Browser()
    spent: dict[str, list[float]] = {}
    parts: dict[str, Callable[[], None]] = {
        EMPTY: lambda: nobody.get(robots),
        VIEW: lambda: tables.browsers[0].get(robots),
        RAW: raw,
        PUBLISHED: publish,
    }
    for number in range(1 + GAMES):
        games = {kind: Table(tables, kind) for kind in (TURN, CLOCKED, FRAGMENT)}
        for _ in tables.line:
            # The first games only warm everything up.
            for kind, part in parts.items():
                _take(spent, kind, part, counts=number > 0)
            for kind, table in games.items():
                _take(spent, kind, table.turn, counts=number > 0 and table.is_plain)
    return spent


def _take(spent: dict[str, list[float]], kind: str, call: Callable[[], None], *, counts: bool) -> None:
    began = time.process_time()
    call()
    if counts:
        spent.setdefault(kind, []).append(1000 * (time.process_time() - began))


def _asked(tables: Tables, kind: str) -> Asked:
    """The most that one plain turn asks of the database."""
    table = Table(tables, kind)
    most = Asked(0, 0)
    for _ in tables.line:
        plain = table.is_plain
        said = statements_of(table.turn)
        commits = said.count("COMMIT")
        if plain:
            most = max(most, Asked(len(said) - commits - said.count("BEGIN"), commits))
    return most
