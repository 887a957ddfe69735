"""Many recorded turns of each kind, made by hand at every size; what was seen of each goes into a file.

No part of the suite; `bin/prove hand` runs it, and goes on where a run before has ended.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from accounts.tests.cast import person
from homeworlds_site.tests.browser.hand.eyes import SIZES, Size
from homeworlds_site.tests.browser.hand.playing import Played, play
from homeworlds_site.tests.browser.hand.samples import KINDS, PEOPLE, SET_UP, samples

pytestmark = [pytest.mark.browser, pytest.mark.archive]

SEEN = Path(os.environ.get("HAND_SEEN", "hand.jsonl"))
OF_EACH = int(os.environ.get("HAND_TURNS", "20"))
PATIENCE = float(os.environ.get("HAND_PATIENCE", "10"))
"""Seconds."""


def row(played: Played) -> dict[str, object]:
    return {
        "size": str(played.size),
        "kind": played.sample.kind,
        "game": played.sample.game,
        "turn": played.sample.turn,
        "taps": played.taps,
        "most_taps": played.most_taps,
        "resting": played.resting["sheet"] if played.resting["sticks"] else 0,
        "folded": [look["sheet"] for look in played.making if look["going"] and look["sticks"]],
        "lit": [look["lit"][:2] for look in played.making if look["lit"][1]],
        "changed": played.ended["changed"][:2],
        "heard": played.heard,
        "faults": played.faults(),
    }


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_recorded_turns_are_made_by_hand(visit, transactional_db, log_in, bots_wait, shared, size: Size):
    rows = [json.loads(line) for line in SEEN.read_text().splitlines()] if SEEN.exists() else []
    known = {(each["size"], each["game"], each["turn"]) for each in rows}
    people = {name: person(name) for name in PEOPLE.values()}
    touch = not size.is_desk
    visitor = visit(size, way="touch" if touch else "mouse", has_touch=touch)
    visitor.context.set_default_timeout(1000 * PATIENCE)
    for sample in samples(shared, OF_EACH, (SET_UP, *KINDS)):
        if (str(size), sample.game, sample.turn) not in known:
            log_in(visitor, people[sample.names[sample.mover]])
            played = play(visitor, size, sample, [people[name] for name in sample.names])
            with SEEN.open("a") as file:
                file.write(json.dumps(row(played)) + "\n")
