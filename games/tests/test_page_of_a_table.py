"""How much one page about a running game passes through: kept small, so that it can be followed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from django.test import Client

from accounts.tests.cast import person
from games.services import open_table
from games.tests.play import play_peaceful_turns, table_of
from homeworlds.rules import RuleSet, Variant

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("accounts", "board", "bots", "games", "homeworlds", "homeworlds_site", "pages", "upkeep")
MOST, MOST_OF_GAMES = (345, 72), (108, 23)
"""Functions and files, among them the words of options, and orders as people write them, each a file of its
own. Before the page was made of regions they were 309 of 64, of `games/` 123 of 28: what few readers open, as
the terms and their own notes, is fetched by who opens it. Nobody need follow what keeps queries, addresses
and words in `upkeep/`, which are eight functions of three files."""


def functions_run(client: Client, address: str) -> Counter[str]:
    """How many functions of each of our files run while the page is made, whatever they are called for."""
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call":
            seen.add(frame.f_code)

    sys.setprofile(note)
    try:
        answer = client.get(address)
    finally:
        sys.setprofile(None)
    assert answer.status_code == 200
    found: Counter[str] = Counter()
    for code in seen:
        path = Path(code.co_filename)
        if path.is_relative_to(ROOT) and not code.co_name.startswith("<"):
            name = str(path.relative_to(ROOT))
            found[name] += name.startswith(PACKAGES)
    return +found


@pytest.mark.django_db
@pytest.mark.usefixtures("calls")
def test_the_page_of_a_table_passes_through_few_things_of_games() -> None:
    client = Client()
    _look(client, ("Eve", "Fay", "Gil", "Hal"))  # what is worked out once, for all games
    found = _look(client, ("Alice", "Bob", "Cleo", "Dora"))
    ours = Counter({name: number for name, number in found.items() if name.startswith("games/")})
    print(f"{found.total()} functions of {len(found)} files, of games {ours.total()} of {len(ours)}")  # noqa: T201
    for counted, (functions, files) in ((found, MOST), (ours, MOST_OF_GAMES)):
        assert counted.total() <= functions and len(counted) <= files, counted.most_common()


def _look(client: Client, names: Sequence[str]) -> Counter[str]:
    """What the player to move passes through who has seen the last turn and looks again."""
    people = [person(name) for name in names]
    game = play_peaceful_turns(table_of(*people, rules=RuleSet(variant=Variant.SINISTER)), 10)
    client.force_login(people[game.next_seat])
    open_table(game_id=game.pk, player=people[game.next_seat])
    return functions_run(client, f"/games/{game.public_id}/")
