"""What a turn costs, against what its parts cost: processor time of a plain turn in a running game of two,
posted through the whole site, on a PostgreSQL and a Redis of their own, as a web process has them.

The parts are measured in the same run, in turns with it: an empty view asked by somebody with a session, the
same transaction in raw psycopg, and the publishing of what must follow. The turns are those of bots, chosen
beforehand; the next player has a confirmed address, so each turn writes a notice and calls a worker for it.
"""

from __future__ import annotations

import cProfile
import io
import os
import pstats
import random
import re
import statistics
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO
from urllib.parse import urlencode

from benchmarks.site.parts import publish, raw_turns
from proofs.processes import NotHere
from proofs.timing.generated import own_database

if TYPE_CHECKING:
    from games.models import Game

TURNS: Final = 24
"""Of each game, from the first to the middle."""
GAMES: Final = 8
"""Of each kind."""
PROFILED: Final = 4
DEAREST: Final = 10
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


def run(report: TextIO) -> int:
    """Prints a line for each figure; the exit code says whether they keep to their limits."""
    # As a web process: with its pool of connections and its limits for the queue.
    os.environ["PROCESS_ROLE"] = "web"
    try:
        with own_database(broker=True):
            return _run(report)
    except NotHere as missing:
        report.write(f"{missing}\n")
        return 2


def _run(report: TextIO) -> int:
    people = _people()
    line = _line_of_turns(people)
    browsers = [Browser(player) for player in people]
    tables = Tables(browsers, people, line)
    with raw_turns(_game(people, clocked=False), line[-1].text) as raw:
        spent = _measure(tables, raw)
    own, cumulative = _dearest(tables)
    parts = {kind: statistics.median(spent[kind]) for kind in (EMPTY, *PARTS, TURN, CLOCKED, FRAGMENT)}
    total = sum(parts[kind] for kind in PARTS)
    asked = {kind: _asked(tables, kind) for kind in (TURN, CLOCKED)}
    for kind, milliseconds in parts.items():
        report.write(f"{kind}: {milliseconds:.2f} ms of the processor\n")
    on_top = parts[FRAGMENT] - parts[TURN]
    report.write(f"the table's fragment on top: {on_top:.2f} ms, {on_top / parts[EMPTY]:.1f} empty views, ")
    report.write(f"{on_top / parts[VIEW]:.1f} with session and user; at most {MOST_ON_TOP:.0f}\n")
    for kind, counted in asked.items():
        report.write(f"{kind}: statements {counted.statements} (at most {MOST_STATEMENTS[kind]}), ")
        report.write(f"commits {counted.commits}\n")
    for what, functions in (("own time", own), ("time with what they call", cumulative)):
        report.write(f"the ten dearest functions of a turn, by {what}:\n{functions}")
    ratio = parts[TURN] / total
    report.write(f"turn: parts {total:.2f} ms, turn {parts[TURN]:.2f} ms, ratio {ratio:.2f}, ")
    report.write(f"statements {asked[TURN].statements}, commits {asked[TURN].commits}\n")
    few = all(counted.statements <= MOST_STATEMENTS[kind] for kind, counted in asked.items())
    one = all(counted.commits == 1 for counted in asked.values())
    return 0 if few and one and ratio <= MOST_RATIO and on_top <= MOST_ON_TOP * parts[EMPTY] else 1


# --- What is played


def _line_of_turns(people: list[Any]) -> list[Order]:
    from bots import choose_turn
    from games.log.moments import state_of
    from games.models import Game
    from games.refusals import NeedsConfirmation
    from games.services import take_turn
    from homeworlds.notation import format_turn

    game = _game(people, clocked=False)
    line: list[Order] = []
    dice = random.Random(18)
    while len(line) < TURNS:
        now = Game.objects.get(pk=game.pk)
        text = format_turn(choose_turn(state_of(now), level="judge", rng=dice), 2)
        asked: dict[str, Any] = {
            "game_id": game.pk,
            "player": people[now.next_seat or 0],
            "answers": len(line),
            "key": f"line{len(line)}",
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


def _people() -> list[Any]:
    """Two with confirmed addresses, whom mails tell that it is their turn."""
    from allauth.account.models import EmailAddress

    from accounts.models import Player

    people = []
    for number in range(2):
        address = f"bench{number}@homeworlds.example"
        player = Player.objects.create_player(name=f"bench{number}", email=address, password=None)
        EmailAddress.objects.create(user=player, email=address, verified=True, primary=True)
        people.append(player)
    return people


def _game(people: list[Any], *, clocked: bool) -> Game:
    from games.clocks.paces import PACES
    from games.lobby.terms import GameTerms
    from games.models import SeatOrder
    from games.services import SeatWish, create_game
    from homeworlds.rules import Preset, Variant, preset_rules

    return create_game(
        creator=people[0],
        rules=preset_rules(Preset.MODERN, Variant.BINARY),
        seats=[SeatWish(player=player) for player in people],
        seat_order=SeatOrder.FIXED,
        terms=GameTerms(clock=PACES["normal"]) if clocked else GameTerms(),
    )


# --- Asking


class Browser:
    """Of somebody who is logged in; it asks the application of this process as a server would."""

    def __init__(self, player: Any) -> None:
        from django.urls import reverse

        from benchmarks.site.table import client_of

        client = client_of(player)
        page = client.get(reverse("account_preferences")).content.decode()
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        if found is None:
            raise LookupError("no form with a token")
        self.token = found[1]
        self.cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())

    def get(self, address: str) -> None:
        ask(address, self.cookies, status=200)

    def post(self, address: str, fields: Mapping[str, str], *, status: int) -> None:
        body = urlencode({"csrfmiddlewaretoken": self.token, **fields}).encode()
        ask(address, self.cookies, status=status, body=body)


def ask(address: str, cookies: str, *, status: int, body: bytes | None = None) -> None:
    """Raises LookupError: it answers otherwise."""
    from homeworlds_site.wsgi import application

    def start(said: str, *more: object) -> Any:
        if int(said[:3]) != status:
            raise LookupError(f"{address} answers {said}")

    answer = application(
        {
            "REQUEST_METHOD": "GET" if body is None else "POST",
            "SCRIPT_NAME": "",
            "PATH_INFO": address,
            "QUERY_STRING": "",
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body or b"")),
            "SERVER_NAME": "testserver",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "testserver",
            "HTTP_COOKIE": cookies,
            "HTTP_ACCEPT_LANGUAGE": "en",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body or b""),
            "wsgi.errors": io.StringIO(),
        },
        start,
    )
    b"".join(answer)
    answer.close()


class Tables(NamedTuple):
    """What all games have in common: names of homeworlds stand in the line, so its players do too."""

    browsers: list[Browser]
    people: list[Any]
    line: list[Order]


class Table:
    """A game that follows the line, turn by turn."""

    def __init__(self, tables: Tables, kind: str) -> None:
        from django.urls import reverse

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
    from django.urls import reverse

    robots = reverse("robots")
    spent: dict[str, list[float]] = {}
    parts: dict[str, Callable[[], None]] = {
        EMPTY: lambda: ask(robots, "", status=200),
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
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    table = Table(tables, kind)
    most = Asked(0, 0)
    for _ in tables.line:
        plain = table.is_plain
        with CaptureQueriesContext(connection) as taken:
            table.turn()
        said = [query["sql"] for query in taken]
        commits = said.count("COMMIT")
        if plain:
            most = max(most, Asked(len(said) - commits - said.count("BEGIN"), commits))
    return most


def _dearest(tables: Tables) -> tuple[str, str]:
    """The functions of a plain turn by their own time, and ours by their time with all that they call."""
    profile, turns = profiled(tables)
    taken = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    rows = [
        (f"{_short(path)}:{number} {name}", 1000 * own / turns, 1000 * whole / turns, calls / turns)
        for (path, number, name), (_, calls, own, whole, _) in taken.items()
    ]
    by_own = sorted(rows, key=lambda row: -row[1])[:DEAREST]
    ours = [row for row in rows if not row[0].startswith(("site-packages", "~", "/", "benchmarks"))]
    by_all = sorted(ours, key=lambda row: -row[2])[:DEAREST]
    return _listed(by_own), _listed(by_all)


def profiled(tables: Tables) -> tuple[cProfile.Profile, int]:
    """And of how many plain turns. What is profiled is slower: only the shares of its times say something."""
    profile, turns = cProfile.Profile(time.process_time), 0
    for _ in range(PROFILED):
        table = Table(tables, TURN)
        for _ in tables.line:
            plain = table.is_plain
            turns += plain
            (profile.runcall if plain else _call)(table.turn)
    return profile, turns


def _call(call: Callable[[], None]) -> None:
    call()


def _short(path: str) -> str:
    root = os.getcwd() + os.sep
    before, found, after = path.partition("site-packages/")
    return f"site-packages/{after}" if found else before.removeprefix(root)


def _listed(rows: list[tuple[str, float, float, float]]) -> str:
    return "".join(
        f"  {own:6.3f} ms own, {whole:6.3f} ms in all, {calls:5.1f} calls: {name}\n"
        for name, own, whole, calls in rows
    )
