"""How much of a processor `bin/serve` takes, in an empty folder, until its first page is there; the packages
are installed. All of its processes count, those that have ended too. The wall's clock is told and not judged.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from proofs.kit.processes import LONGEST, Process, ended_afterwards, family_of, free_port
from proofs.kit.site import bare_environment
from proofs.kit.spent import spent_by
from proofs.kit.visitor import Visitor

MOST_SECONDS: Final = 14.0
LOOK_EVERY: Final = 0.05


def run() -> int:
    with TemporaryDirectory(prefix="homeworlds-start-") as name:
        folder, port = Path(name), free_port()
        env = bare_environment() | {"VAR_DIR": str(folder / "var"), "PORT": str(port)}
        command = [sys.executable, "-m", "homeworlds_site.serve"]
        serve = Process("bin/serve", command, env, folder / "log")
        with ended_afterwards([serve]):
            began = time.monotonic()
            serve.start()
            _wait(serve, port)
            waited = time.monotonic() - began
            spent = sum(map(spent_by, _tree(serve.pid)))
            print((folder / "log").read_text().strip())
    print(f"by the wall's clock: {waited:.1f} s")
    print(f"start: first page after {spent:.1f} s of a processor")
    return 0 if spent <= MOST_SECONDS else 1


def _tree(parent: int) -> list[int]:
    """The process, its children, and theirs."""
    return [parent, *(pid for child in family_of(parent)[1:] for pid in _tree(child))]


def _wait(serve: Process, port: int) -> None:
    """Until a whole page is there. Raises RuntimeError when it ends before."""
    give_up = time.monotonic() + LONGEST
    visitor = Visitor(f"http://127.0.0.1:{port}")
    while time.monotonic() < give_up:
        if not serve.is_alive():
            raise RuntimeError(f"bin/serve has ended: {serve.last_words()}")
        answer = visitor.get("/")
        if answer.status == 200 and "</html>" in answer.text:
            return
        time.sleep(LOOK_EVERY)
    raise TimeoutError(f"no page after {LONGEST:.0f} s")
