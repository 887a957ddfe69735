"""A small run of what `bin/prove outages` tries."""

from __future__ import annotations

from datetime import timedelta

import pytest

pytestmark = pytest.mark.django_db


def test_nobody_pays_for_an_outage_and_no_jump_moves_anything():
    from proofs.timing.outages import HOUR, jump, jumps, kinds, outages, planted, scene_set
    from upkeep import clock
    from upkeep.timekeeping import beats

    said: list[str] = []
    with scene_set() as scene:
        assert kinds() > 10
        total = outages(scene, ["an hour"], ["a take-back", "a gift", "workers"], said.append)
        assert (total.charged, total.twice) == ([], []), "\n".join(said)
        jumped = jumps(scene, ["workers"], said.append)
        assert jumped.moved == [] and jumped.told <= timedelta(seconds=5), "\n".join(said)
        assert jump(scene, HOUR, "nothing", within=True).moved == []
        with pytest.MonkeyPatch.context() as patch:
            for module in (clock, beats):
                patch.setattr(module, "GAP", 2 * HOUR)
            assert jump(scene, HOUR, "nothing", within=True).moved
            assert outages(scene, ["an hour"], ["nothing"], said.append).charged
        with planted()["everything moves twice"]:
            assert outages(scene, ["an hour"], ["nothing"], said.append).twice
