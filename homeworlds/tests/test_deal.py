"""The deal of Good vs Evil: how it is drawn, and that the file of one shows what was changed."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections import Counter
from math import comb
from pathlib import Path
from typing import Any

import pytest

from homeworlds import deal as library
from homeworlds.deal import complaint, dealt, digest

SEED, SALT = "5" * 64, "a" * 64


def a_deal(players: int = 5) -> dict[str, Any]:
    given = ["", *[str(place) * 64 for place in range(1, players)]]
    sides = dealt("abcdefgh", SEED, given)
    hashes = [digest("seat", "abcdefgh", str(place), side, SALT) for place, side in enumerate(sides, 1)]
    seed_hash = digest("seed", SEED)
    places = [
        {"player": f"P{place}", "contribution": one, "hash": hashed, "alignment": side, "salt": SALT}
        for place, (one, hashed, side) in enumerate(zip(given, hashes, sides, strict=True), 1)
    ]
    return {
        "game": "abcdefgh",
        "seed_hash": seed_hash,
        "seed": SEED,
        "fingerprint": digest("fingerprint", "abcdefgh", seed_hash, *given, *hashes),
        "places": places,
    }


def test_a_hash_is_of_lines_that_anybody_can_write() -> None:
    written = hashlib.sha256(b"homeworlds deal 1 seat\nabcdefgh\n3\nE\nsalt\n").hexdigest()
    assert digest("seat", "abcdefgh", "3", "E", "salt") == written
    with pytest.raises(ValueError, match="line feed"):
        digest("seat", "abcdefgh\n3", "E", "salt")


@pytest.mark.parametrize("players", range(3, 7))
def test_every_allowed_deal_is_as_likely_as_any_other(players: int) -> None:
    drawn = Counter(dealt("abcdefgh", SEED, [str(n), *[""] * (players - 1)]) for n in range(2000))
    assert len(drawn) == comb(players, players // 2)
    assert all(sides.count("E") == players // 2 and len(sides) == players for sides in drawn)
    even = 2000 / len(drawn)
    assert sum((number - even) ** 2 / even for number in drawn.values()) < 2.5 * len(drawn)


def test_every_contribution_and_the_seed_change_the_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[str, ...]] = []
    monkeypatch.setattr(library, "digest", lambda *lines: str(read.append(lines) or "0"))
    dealt("abcdefgh", SEED, ["a", "", "c"])
    assert read == [("draw", "abcdefgh", SEED, "a", "", "c", "0")]


def test_a_number_that_would_favour_some_deals_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    # Three players have three deals, and 2**256 leaves 1 over three: the last number of all.
    monkeypatch.setattr(library, "digest", lambda *lines: "f" * 64 if lines[-1] == "0" else "1")
    assert dealt("abcdefgh", SEED, ["", "", ""]) == "GEG"


def test_a_deal_as_it_was_is_proven() -> None:
    assert [complaint(a_deal(players)) for players in range(3, 7)] == [""] * 4


@pytest.mark.parametrize("name", ["seed", "seed_hash", "fingerprint", "game"])
def test_whatever_was_changed_is_found(name: str) -> None:
    assert complaint(a_deal() | {name: "0" * 64})


@pytest.mark.parametrize("name", ["contribution", "hash", "salt"])
@pytest.mark.parametrize("place", range(5))
def test_whatever_was_changed_of_a_seat_is_found(name: str, place: int) -> None:
    changed = a_deal()
    changed["places"][place][name] = "0" * 64
    assert complaint(changed)


def test_sides_that_were_exchanged_with_their_hashes_are_found() -> None:
    changed = a_deal()
    for place, seat in enumerate(changed["places"], 1):
        seat["alignment"] = "EG"[seat["alignment"] == "E"]
        seat["hash"] = digest("seat", "abcdefgh", str(place), seat["alignment"], SALT)
    assert complaint(changed) == "the seed and the contributions give other alignments"


@pytest.mark.parametrize(
    "changes, code, said",
    [
        ({}, 0, "The deal of game abcdefgh is proven; its fingerprint is "),
        ({"seed": ""}, 1, "is not proven: the game is not over."),
        ({"seed": "6" * 64}, 1, "is not proven: the seed is another"),
        ({"places": None}, 1, "This is not the file of a deal."),
    ],
)
def test_the_command_says_it_in_one_sentence(
    tmp_path: Path, changes: dict[str, Any], code: int, said: str
) -> None:
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(a_deal() | changes))
    command = [sys.executable, "-m", "homeworlds.deal", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert said in done.stdout + done.stderr
    assert len((done.stdout + done.stderr).splitlines()) == 1


def test_the_script_is_short_enough_to_be_read() -> None:
    folder = Path(library.__file__).parent
    assert sum(len(path.read_text().splitlines()) for path in folder.glob("*.py")) < 60
