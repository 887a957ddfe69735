"""Who is stopped finishes what it does; who has grown too large makes room between two requests or tasks."""

import os
import resource
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings as site
from gunicorn.config import Config

from homeworlds_site.celery import app
from proofs.kit.processes import ROOT, wait_for
from proofs.kit.units import service
from proofs.systemctl import stop
from upkeep.away.bulkhead import bulkhead

SLOW = """
import pathlib, time
from homeworlds_site.celery import app

@app.task(name="slowly")
def slowly(folder):
    folder = pathlib.Path(folder)
    (folder / "began").touch()
    time.sleep(3)
    (folder / "ended").touch()
"""


@pytest.mark.faults
@pytest.mark.parametrize(
    "kill_mode, ends", [("", True), ("control-group", False)], ids=["ours", "the default"]
)
def test_a_worker_that_is_stopped_finishes_its_task(tmp_path: Path, kill_mode: str, ends: bool) -> None:
    """The second case is why the units name it: a worker's processes die of what its first one bears."""
    (tmp_path / "slow.py").write_text(SLOW)
    unit = service("worker")
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{tmp_path}:{ROOT}",
        "VAR_DIR": str(tmp_path / "var"),
        "SECRET_KEY": "only-for-a-test-" * 4,
        "SITE_URL": "http://127.0.0.1",
        "C_FORCE_ROOT": "1",
        **unit.environment,
    }
    command = [word.replace("homeworlds_site", "slow") for word in unit.command]
    with (tmp_path / "log").open("wb") as log:
        worker = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log, start_new_session=True)
    ask = f"from slow import app; app.send_task('slowly', args=[{str(tmp_path)!r}])"
    try:
        wait_for("the worker is ready", lambda: b" ready." in (tmp_path / "log").read_bytes())
        subprocess.run([sys.executable, "-c", ask], cwd=ROOT, env=env, check=True)
        wait_for("the task began", lambda: (tmp_path / "began").exists())
        (tmp_path / "pid").write_text(f"{worker.pid} {kill_mode or unit.kill_mode}")
    finally:
        if not (tmp_path / "pid").exists():
            (tmp_path / "pid").write_text(f"{worker.pid} control-group")
        stop(tmp_path / "pid")
        worker.wait(timeout=90)
    assert (tmp_path / "ended").exists() is ends, (tmp_path / "log").read_text()[-1500:]


def test_a_web_process_that_has_grown_makes_room_for_another(settings) -> None:
    web = Config()
    for name, value in runpy.run_path(str(ROOT / "gunicorn.conf.py")).items():
        if name in web.settings:
            web.set(name, value)
    said: list[str] = []
    worker = SimpleNamespace(alive=True, log=SimpleNamespace(info=said.append))
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    settings.PROCESS_MEMORY_MB = used / 1e6 * 2
    web.post_request(worker, None, None, None)
    assert worker.alive and not said
    settings.PROCESS_MEMORY_MB = used / 1e6 / 2
    web.post_request(worker, None, None, None)
    web.post_request(worker, None, None, None)
    assert not worker.alive and len(said) == 1


def test_a_turn_that_waits_for_the_database_does_not_wait_for_a_page_as_well(monkeypatch) -> None:
    switched: list[float] = []
    monkeypatch.setattr(sys, "setswitchinterval", switched.append)
    monkeypatch.setattr(bulkhead, "places", bulkhead.places)
    web = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    web["post_worker_init"](SimpleNamespace(cfg=SimpleNamespace(threads=8)))
    assert switched == [web["SWITCH_SECONDS"]] and switched[0] < sys.getswitchinterval()


def test_a_worker_answers_for_its_memory_too() -> None:
    assert app.conf.worker_max_memory_per_child == site.PROCESS_MEMORY_MB * 1000
