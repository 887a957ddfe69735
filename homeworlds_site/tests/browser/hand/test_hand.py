"""Three recorded turns of each kind at five sizes: what is lit is seen, the sheet is low, taps are few, and
what is said aloud is what `spoken.txt` says."""

from __future__ import annotations

from pathlib import Path

import pytest

from accounts.tests.cast import person
from homeworlds_site.tests.browser.hand.eyes import SIZES, Size
from homeworlds_site.tests.browser.hand.playing import MOST_STOPS, Played, play, stops_to_the_turn
from homeworlds_site.tests.browser.hand.samples import PEOPLE, SET_UP, samples

pytestmark = [pytest.mark.browser, pytest.mark.archive]

OF_EACH = 3
SPOKEN = Path(__file__).with_name("spoken.txt")


def transcript(played: list[Played]) -> str:
    """Each turn with what was said while it was made, a line for each tap."""
    return (
        "\n\n".join(["\n".join([each.name, *[f"    {words}" for words in each.heard]]) for each in played])
        + "\n"
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_recorded_turns_are_made_by_hand(visit, transactional_db, log_in, bots_wait, shared, size: Size):
    people = {name: person(name) for name in PEOPLE.values()}
    touch = not size.is_desk
    visitor = visit(size, way="touch" if touch else "mouse", has_touch=touch)
    played = []
    for sample in (*samples(shared, 1, (SET_UP,)), *samples(shared, OF_EACH)):
        log_in(visitor, people[sample.names[sample.mover]])
        seats = [people[name] for name in sample.names]
        if len(played) == OF_EACH + 1:
            assert stops_to_the_turn(visitor, sample.put(seats)[0]) <= MOST_STOPS
        played.append(play(visitor, size, sample, seats))
    faults = [f"{each.name}: {fault}" for each in played for fault in each.faults()]
    assert not faults, "\n".join(faults)
    assert transcript(played) == SPOKEN.read_text(encoding="utf-8")
