"""The ids that stand in addresses: short, random and hard to misread."""

from __future__ import annotations

import secrets
from typing import Final

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that nobody takes for each other."""


def random_letters(length: int) -> str:
    return "".join([secrets.choice(ALPHABET) for _ in range(length)])
