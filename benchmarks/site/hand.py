"""How soon a table answers: the finger, the next fragment, the bytes of it; and pages on a slow phone.

Fragments are measured by the processor's time beside an empty view of the same moment: the clock on the wall
also counts what others do on a shared machine. Each figure is printed with its aim.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TextIO

from benchmarks.site.browsing import browser, look, served, taps
from benchmarks.site.scratch_site import scratch_site
from benchmarks.site.table import client_of, most_crowded, own_busiest_system, played
from homeworlds.records import SEAT_LETTERS

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import Player
    from games.models import Game

PLAYERS: Final = (2, 3, 4)
MORE_GAMES: Final = 20
RUNS: Final = 40
TAPS: Final = 21

MOST_TAP_MS: Final = 50
MOST_VIEWS: Final = 12
MOST_SENT: Final = 12_000
MOST_SEEN_MS: Final = 1500
MOST_SHIFTED: Final = 0.02


def run(report: TextIO) -> int:
    """Prints a line for each figure; the exit code says whether all keep to their aims."""
    with scratch_site(packed=True):
        from homeworlds_site import wsgi  # noqa: F401 - as a web server begins

        everybody = _people()
        games = [_crowded_game(players, everybody) for players in PLAYERS]
        clients = {game: client_of(_mover(game, everybody)) for game in games}
        kept = [
            _fragments(report, clients),
            _sent(report, clients),
            *_seen(report, games[-1], clients, everybody),
        ]
    return 0 if all(kept) else 1


def _people() -> dict[str, Player]:
    from accounts.models import Player

    letters = sorted(set("".join(SEAT_LETTERS[players] for players in PLAYERS)))
    return {name: Player.objects.create_player(name=name, email=None, password=None) for name in letters}


def _crowded_game(players: int, everybody: dict[str, Player]) -> Game:
    crowd = most_crowded(players)
    return played(crowd, [everybody[letter] for letter in crowd.record.letters])


def _mover(game: Game, everybody: dict[str, Player]) -> Player:
    return everybody[SEAT_LETTERS[game.players][game.next_seat or 0]]


def _says(report: TextIO, what: str, figure: str, kept: bool) -> bool:
    report.write(f"{what}: {figure}{'' if kept else ' MISSED'}\n")
    report.flush()
    return kept


def _fragments(report: TextIO, clients: dict[Game, Client]) -> bool:
    """The tables with most pieces of two, three and four: at rest, with a system and with a ship chosen."""
    from django.urls import reverse

    ratios: list[float] = []
    for game, client in clients.items():
        address = reverse("games:table_fragment", args=[game.public_id])
        at = {"at": own_busiest_system(game)}
        queries: list[dict[str, str]] = [{}, at, {**at, "do": "build"}]
        ratios += [_ratio(client, address, query, reverse("robots")) for query in queries]
    middle = statistics.median(ratios)
    figure = f"{middle:.1f} empty views at the median, {max(ratios):.1f} at most (aim: {MOST_VIEWS})"
    return _says(report, "a fragment of a crowded table", figure, middle <= MOST_VIEWS)


def _ratio(client: Client, address: str, query: dict[str, str], empty: str) -> float:
    def spent(ask: Callable[[], object]) -> float:
        started = time.process_time()
        ask()
        return time.process_time() - started

    def fragment() -> object:
        return client.get(address, query, headers={"HX-Request": "true"})

    def nothing() -> object:
        return client.get(empty)

    fragment(), nothing()
    times = [(spent(fragment), spent(nothing)) for _ in range(RUNS)]
    return statistics.median([own for own, _ in times]) / statistics.median([idle for _, idle in times])


def _sent(report: TextIO, clients: dict[Game, Client]) -> bool:
    from django.urls import reverse

    sizes = []
    for game, client in clients.items():
        answer = client.get(
            reverse("games:table", args=[game.public_id]), headers={"Accept-Encoding": "gzip, br"}
        )
        if "Content-Encoding" not in answer.headers:
            raise LookupError("the table is not compressed")
        sizes.append(len(answer.content))
    figure = f"{', '.join(f'{size:,}' for size in sizes)} bytes (aim: {MOST_SENT:,})"
    return _says(report, "crowded tables on the wire", figure, max(sizes) <= MOST_SENT)


def _seen(
    report: TextIO, game: Game, clients: dict[Game, Client], everybody: dict[str, Player]
) -> list[bool]:
    from django.urls import reverse

    from games.models import Game

    session = clients[game].cookies["sessionid"].value
    Game.objects.filter(pk=game.pk).update(visibility=_public())
    _more_games(_mover(game, everybody), everybody)
    table = reverse("games:table", args=[game.public_id])
    pages = {"home": "/", "the table": table, "My games": reverse("pages:my_games")}
    with served() as site, browser() as chromium:
        took = statistics.median(taps(chromium, site, session, table, TAPS))
        figure = f"{took:.0f} ms at the median (aim: {MOST_TAP_MS})"
        kept = [_says(report, "from a tap to the ring", figure, took <= MOST_TAP_MS)]
        idle = look(chromium, site, session, reverse("robots"))
        report.write(f"a page of two lines on a slow phone: LCP {idle.seen:.0f} ms\n")
        for name, path in pages.items():
            seen = look(chromium, site, session, path)
            figure = (
                f"LCP {seen.seen:.0f} ms (aim: {MOST_SEEN_MS}), CLS {seen.shifted:.3f} (aim: {MOST_SHIFTED})"
            )
            fine = seen.seen <= MOST_SEEN_MS and seen.shifted <= MOST_SHIFTED
            kept.append(_says(report, f"{name} on a slow phone", figure, fine))
    return kept


def _public() -> str:
    from games.models import Visibility

    return Visibility.PUBLIC


def _more_games(first: Player, everybody: dict[str, Player]) -> None:
    """So that there is a list."""
    from games.models import SeatOrder
    from games.services import SeatWish, create_game
    from homeworlds.rules import RuleSet

    second = next(player for player in everybody.values() if player != first)
    seats = [SeatWish(player=first), SeatWish(player=second)]
    for _ in range(MORE_GAMES):
        create_game(creator=first, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)
