"""The deal of Good vs Evil, which nobody can change unnoticed: `python -m homeworlds.deal FILE` checks one.

A hash is the SHA-256, in hexadecimal, of lines of ASCII and their line feeds: `homeworlds deal 1 KIND`, then
    seed         the seed: 64 hexadecimal digits that the site draws first, and shows the hash of
    draw         game, seed, contributions by place, round from 0: says who is Evil, see `dealt`
    seat         game, place, G or E, salt: shown for each seat from the start on
    fingerprint  game, the seed's hash, contributions by place, the seats' hashes by place
Places count from 1, as seats stood before the start. Contributions are of browsers: 64 digits, or none."""

import hashlib
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from homeworlds.outcome import evil_dealt


def digest(kind: str, *lines: str) -> str:
    if "\n" in "".join(lines):
        raise ValueError("a line has a line feed in it")
    return hashlib.sha256("\n".join([f"homeworlds deal 1 {kind}", *lines, ""]).encode("ascii")).hexdigest()


def dealt(game: str, seed: str, contributions: Sequence[str], turn: int = 0) -> str:
    """G or E for each place: of all sets of Evil places, in lexicographic order, the one whose number is
    drawn, modulo how many they are. Where that would make some likelier, the next round draws."""
    deals = list(combinations(range(len(contributions)), evil_dealt(len(contributions))))
    drawn = int(digest("draw", game, seed, *contributions, str(turn)), 16)
    if drawn >= 2**256 - 2**256 % len(deals):
        return dealt(game, seed, contributions, turn + 1)
    return "".join("GE"[place in deals[drawn % len(deals)]] for place in range(len(contributions)))


def complaint(deal: Mapping[str, Any]) -> str:
    """What is wrong with the file of a game that is over; empty when its deal is proven."""
    given, hashes = ([seat[name] for seat in deal["places"]] for name in ("contribution", "hash"))
    for place, seat in enumerate(deal["places"], 1):
        if digest("seat", deal["game"], str(place), seat["alignment"], seat["salt"]) != seat["hash"]:
            return f"the alignment of place {place} is another than was sealed at the start"
    if digest("seed", deal["seed"]) != deal["seed_hash"]:
        return "the seed is another than the one that the site was bound to"
    if dealt(deal["game"], deal["seed"], given) != "".join(seat["alignment"] for seat in deal["places"]):
        return "the seed and the contributions give other alignments"
    right = digest("fingerprint", deal["game"], deal["seed_hash"], *given, *hashes) == deal["fingerprint"]
    return "" if right else "the fingerprint is another"
