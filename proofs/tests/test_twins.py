"""What `bin/prove twins` asks: nobody and nothing is left out, and what is planted is found."""

from __future__ import annotations

from random import Random

import pytest

from homeworlds_site.tests.addresses import ADDRESSES
from proofs.twins.shares import SEATS, shares

VIEWERS = {"stranger": None, "Alice": 0, "Bob": 1}


@pytest.mark.parametrize("pairs", [3, 10, 1000])
def test_every_viewer_asks_for_every_address(pairs: int) -> None:
    made = list(shares(pairs, VIEWERS, list(ADDRESSES), ["games:show"], Random(1)))
    assert len(made) == pairs
    asked = {(share.viewer, name) for share in made for name in share.names}
    assert asked == {(viewer, name) for viewer in VIEWERS for name in ADDRESSES}


def test_worlds_differ_in_what_the_viewer_may_not_know_or_others_may_not() -> None:
    for share in shares(300, VIEWERS, ["games:table"], ["games:show"], Random(1)):
        seat = VIEWERS[share.viewer]
        assert share.one != share.other
        assert [list(each.values()).count("E") for each in (share.one, share.other)] == [SEATS // 2] * 2
        if seat is not None:
            assert (share.one[seat] != share.other[seat]) == share.own


@pytest.mark.django_db
@pytest.mark.long
def test_what_is_planted_is_found_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    # The site is looked at when it is set up, not when this file is read.
    from proofs.twins.asking import PLANTED, found_in, missing, world_of_twins

    with world_of_twins(monkeypatch) as test:
        assert [plant(test) for plant in PLANTED] == [True] * len(PLANTED)
        assert list(found_in(test, 14, ["games:about", "games:deal"], Random(1))) == []
        assert list(missing()) == []
        monkeypatch.setitem(ADDRESSES, "games:another", ())  # type: ignore[arg-type]
        assert [line.split(":")[:2] for line in missing()] == [["games", "another"]]
