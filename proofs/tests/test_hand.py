"""What `bin/prove hand` says of what was seen: a line for each aim, one last line for all."""

from __future__ import annotations

from proofs.hand import aims, last_line

MET = {"about": "axe, member, 390", "seen": "0 on 97 pages", "aim": "0", "faults": []}
MISSED = {"about": "cut, guest, 390", "seen": "1 on 65 pages", "aim": "0", "faults": ["/: a tag"]}
TURN = {"size": "390x664", "faults": []}


def test_each_aim_has_its_line_and_what_falls_short_stands_below():
    assert aims([MISSED, MET]) == [
        "axe, member, 390: 0 on 97 pages (aim 0, met)",
        "cut, guest, 390: 1 on 65 pages (aim 0, missed)",
        "    /: a tag",
    ]


def test_the_last_line_is_good_only_when_all_is():
    assert last_line([TURN], [MET]) == "hand: 1 turns, 0 with a fault; 1 aims, 0 missed: all good."
    assert last_line([TURN], [MET, MISSED]).endswith("2 aims, 1 missed: not good.")
    assert last_line([{**TURN, "faults": ["high"]}], [MET]).endswith("0 missed: not good.")
