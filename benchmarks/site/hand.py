"""How soon a table answers: the finger, the next fragment, the bytes of it; and pages on a slow phone.

Fragments are measured by the processor's time beside an empty view of the same moment: the clock on the wall
also counts what others do on a shared machine. Each figure is printed with its aim.
"""

from __future__ import annotations

import statistics
from typing import Final

from django.test import Client
from django.urls import reverse

from accounts.models import Player
from benchmarks.site.browsing import browser, look, served, taps
from benchmarks.site.measuring import by_turns, client_of
from benchmarks.site.table import PLAYERS, cast_of, most_crowded, mover, own_busiest_system, played
from games.models import Game, Visibility
from proofs.kit.cast import new_game

MORE_GAMES: Final = 20
RUNS: Final = 40
TAPS: Final = 21

MOST_TAP_MS: Final = 50
MOST_VIEWS: Final = 12
MOST_SENT: Final = 12_000
MOST_SEEN_MS: Final = 1500
MOST_SHIFTED: Final = 0.02


def run() -> int:
    """Prints a line for each figure; the exit code says whether all keep to their aims."""
    players = cast_of(PLAYERS)
    games = [played(most_crowded(number), players) for number in PLAYERS]
    clients = {game: client_of(mover(game, players)) for game in games}
    kept = [_fragments(clients), _sent(clients), *_seen(games[-1], clients[games[-1]], players)]
    return 0 if all(kept) else 1


def _says(what: str, figure: str, kept: bool) -> bool:
    print(f"{what}: {figure}{'' if kept else ' MISSED'}")
    return kept


def _fragments(clients: dict[Game, Client]) -> bool:
    """The tables with most pieces of two, three and four: at rest, with a system and with a ship chosen."""
    ratios: list[float] = []
    for game, client in clients.items():
        address = reverse("games:table_fragment", args=[game.public_id])
        at = {"at": own_busiest_system(game)}
        queries: list[dict[str, str]] = [{}, at, {**at, "do": "build"}]
        ratios += [_ratio(client, address, query, reverse("robots")) for query in queries]
    middle = statistics.median(ratios)
    figure = f"{middle:.1f} empty views at the median, {max(ratios):.1f} at most (aim: {MOST_VIEWS})"
    return _says("a fragment of a crowded table", figure, middle <= MOST_VIEWS)


def _ratio(client: Client, address: str, query: dict[str, str], empty: str) -> float:
    """Of the medians of the processor's time."""
    own, idle = by_turns(
        lambda: client.get(address, query, headers={"HX-Request": "true"}),
        lambda: client.get(empty),
        times=RUNS,
    )
    return statistics.median(own) / statistics.median(idle)


def _sent(clients: dict[Game, Client]) -> bool:
    sizes = []
    for game, client in clients.items():
        answer = client.get(
            reverse("games:table", args=[game.public_id]), headers={"Accept-Encoding": "gzip, br"}
        )
        if "Content-Encoding" not in answer.headers:
            raise LookupError("the table is not compressed")
        sizes.append(len(answer.content))
    figure = f"{', '.join(f'{size:,}' for size in sizes)} bytes (aim: {MOST_SENT:,})"
    return _says("crowded tables on the wire", figure, max(sizes) <= MOST_SENT)


def _seen(game: Game, client: Client, players: dict[str, Player]) -> list[bool]:
    session = client.cookies["sessionid"].value
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.PUBLIC)
    first = mover(game, players)
    for _ in range(MORE_GAMES):  # so that there is a list
        new_game(first, next(player for player in players.values() if player != first))
    table = reverse("games:table", args=[game.public_id])
    pages = {"home": "/", "the table": table, "My games": reverse("pages:my_games")}
    with served() as site, browser() as chromium:
        took = statistics.median(taps(chromium, site, session, table, TAPS))
        figure = f"{took:.0f} ms at the median (aim: {MOST_TAP_MS})"
        kept = [_says("from a tap to the ring", figure, took <= MOST_TAP_MS)]
        idle = look(chromium, site, session, reverse("robots"))
        print(f"a page of two lines on a slow phone: LCP {idle.seen:.0f} ms")
        for name, path in pages.items():
            seen = look(chromium, site, session, path)
            figure = (
                f"LCP {seen.seen:.0f} ms (aim: {MOST_SEEN_MS}), CLS {seen.shifted:.3f} (aim: {MOST_SHIFTED})"
            )
            fine = seen.seen <= MOST_SEEN_MS and seen.shifted <= MOST_SHIFTED
            kept.append(_says(f"{name} on a slow phone", figure, fine))
    return kept
