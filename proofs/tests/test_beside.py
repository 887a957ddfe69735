"""Every proof has `--beside` by itself, and whoever is busy beside one ends with it."""

from __future__ import annotations

import ast
import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from proofs.kit import __main__ as runner
from proofs.kit import neighbours
from proofs.kit.processes import ROOT, wait_for


def said_in(script: str, name: str):
    """What a constant of a script holds, which cannot be imported."""
    for node in ast.parse((ROOT / "bin" / script).read_text()).body:
        if isinstance(node, ast.Assign) and [name] == [getattr(each, "id", "") for each in node.targets]:
            return ast.literal_eval(node.value)
    raise LookupError(name)


PROOFS = [f"proofs.{module}" for module in said_in("prove", "PROOFS").values()]


def living(parent: int) -> set[int]:
    listed = subprocess.run(["ps", "-A", "-ww", "-o", "pid=,stat=,args="], capture_output=True, text=True)
    rows = [row.split(maxsplit=2) for row in listed.stdout.splitlines()]
    return {
        int(pid)
        for pid, stat, words in rows
        if not stat.startswith("Z") and words.endswith(f"-m {neighbours.__name__} {parent}")
    }


@pytest.mark.parametrize("module", PROOFS)
def test_every_proof_runs_beside_neighbours_and_keeps_its_own_options(module, monkeypatch):
    assert importlib.util.find_spec(module)
    seen = []

    def proof() -> int:
        # Started before its command can be read: the system writes that down afterwards.
        wait_for("the neighbour is there", lambda: living(os.getpid()))
        seen.append((sys.argv[1:], len(living(os.getpid())), neighbours.is_alone()))
        return 1

    monkeypatch.setattr(runner, "import_module", {module: SimpleNamespace(main=proof)}.get)
    monkeypatch.setattr(sys, "argv", ["prove"])
    with pytest.raises(SystemExit, match="1"):
        runner.main([module, "--seed", "3", "--beside", "1"])
    assert seen == [(["--seed", "3"], 1, False)]
    assert not living(os.getpid()) and neighbours.is_alone()


def test_without_neighbours_times_are_judged_and_beside_them_told(monkeypatch):
    assert neighbours.in_time(2.0, 3.0) and not neighbours.in_time(4.0, 3.0)
    assert "at most 3 s" in neighbours.a_time(4.0, 3.0)
    with neighbours.busy_neighbours(1):
        assert neighbours.in_time(4.0, 3.0) and "not judged" in neighbours.a_time(4.0, 3.0)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_neighbours_end_with_a_proof_that_is_killed(tmp_path: Path, sign: int):
    (tmp_path / "sleeper.py").write_text("import time\nprint('ready', flush=True)\ntime.sleep(600)\n")
    proof = subprocess.Popen(
        [sys.executable, "-m", "proofs.kit", "sleeper", "--beside", "2"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert proof.stdout and proof.stdout.readline() == "ready\n"
        wait_for("both are there", lambda: len(living(proof.pid)) == 2)
        proof.send_signal(sign)
        proof.wait()
        wait_for("both are gone", lambda: not living(proof.pid))
    finally:
        proof.kill()
        proof.communicate()
