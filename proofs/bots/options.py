"""Options that the proofs of the bots share."""

from __future__ import annotations

import argparse
import os
from pathlib import Path


def common(name: str, description: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"bin/prove {name}", description=description)
    parser.add_argument("--seed", type=int, default=1, help="other positions, openings, dice (1)")
    parser.add_argument("--processes", type=int, default=2, help="at once (2)")
    parser.add_argument("--results", type=Path, help="appended to; what is in it is gone on with")
    parser.add_argument("--edition", help="of the bots, whose results are gone on with (by their sources)")
    return parser


def archive() -> Path:
    """The recorded games."""
    shared = os.environ.get("HOMEWORLDS_SHARED")
    folder = Path(shared) if shared else Path(__file__).resolve().parents[3] / "shared"
    return folder / "archive" / "games.jsonl.gz"
