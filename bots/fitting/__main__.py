"""`python -m bots.fitting FILE …` makes the weights of the search from games of two players."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bots.core import available
from bots.core.features import FEATURES, NAMES
from bots.core.searcher import WEIGHTS, Searcher
from bots.fitting.gathering import gather
from bots.fitting.regression import fit, measure

LOGIT: Final = 200
"""What a weight of one logit is written as."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bots.fitting", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="recorded games, or results of bots.arena")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help=f"where to write ({WEIGHTS.name})")
    parser.add_argument("--firmness", type=float, default=20.0, help="how weights are held near 0 (20)")
    parser.add_argument("--by", default="python -m bots.fitting", help="what to keep of how they were made")
    chosen = parser.parse_args()
    if not available():
        print("Fitting needs numba and numpy, which are not installed.", file=sys.stderr)
        return 1
    numpy = importlib.import_module("numpy")
    searcher = Searcher([[0] * FEATURES] * 2)
    features, late, won, parts = array("b"), array("f"), array("b"), array("b")
    for example in gather(chosen.files, searcher):
        features.extend(example.features)
        late.append(example.late)
        won.append(example.won)
        parts.append(example.part)
    more = numpy.frombuffer(features, numpy.int8).reshape(-1, FEATURES).astype(numpy.float32)
    part = numpy.frombuffer(late, numpy.float32)[:, None]
    rows = numpy.hstack([more * (1 - part), more * part])
    winners = numpy.frombuffer(won, numpy.int8).astype(bool)
    measured = measure(rows, winners, numpy.frombuffer(parts, numpy.int8), chosen.firmness)
    weights = [round(LOGIT * weight) for weight in fit(rows, winners, chosen.firmness).tolist()]
    made = {
        "made": {
            "by": chosen.by,
            "of": [file.name for file in chosen.files],
            "firmness": chosen.firmness,
            "positions": len(won),
            "held_out_log_loss": round(measured.log_loss, 4),
            "held_out_accuracy": round(measured.accuracy, 4),
        },
        "features": list(NAMES),
        "early": weights[:FEATURES],
        "late": weights[FEATURES:],
    }
    chosen.out.write_text(_json(made), encoding="utf-8")
    print(json.dumps(made["made"]))
    return 0


def _json(made: Mapping[str, object]) -> str:
    lines = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in made.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    sys.exit(main())
