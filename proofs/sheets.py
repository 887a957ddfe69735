"""Every kind of notice by every channel in every language, as contact sheets to be looked at, from what apps
have registered.

They are written to var/sheets: a page and a picture for each channel and language. Counted is what says
nothing, what has no translation, and what does not fit.
"""

from __future__ import annotations

import json
import os
import sys

from proofs.kit.options import options
from proofs.kit.processes import ROOT, run

PROOF = "homeworlds_site/tests/sheets/proof.py"


def main() -> int:
    given = options("sheets", __doc__, folder=("var/sheets", "where they are written")).parse_args()
    folder = ROOT / given.folder
    verdict = folder / "verdict.json"
    verdict.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--no-migrations", "--show-capture=no", PROOF]
    ended = run(command, cwd=ROOT, env={**os.environ, "SHEETS": str(folder), "REQUIRE_ALL": "1"}, check=False)
    if not verdict.exists():
        print("The sheets were not drawn to the end.")
        return ended.returncode or 1
    said = json.loads(verdict.read_text())
    print("\n".join([*said["faults"], f"Look at them in {folder}.", said["line"]]))
    return 0 if said["good"] else 1


if __name__ == "__main__":
    sys.exit(main())
