import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import django
import pytest

from homeworlds_site import serve
from proofs.kit.visitor import Visitor

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.faults


class Site:
    """bin/serve without the virtual environment around it, in a folder and on a port of its own."""

    def __init__(self, var: Path) -> None:
        self.var = var
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        ours = {"VAR_DIR": str(self.var), "PORT": str(self.port), "HOST": "127.0.0.1"}
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "homeworlds_site.serve"],
            cwd=ROOT,
            env={**kept, **ours},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def said(self) -> str:
        """Everything until it ends."""
        assert self.process
        return self.process.communicate(timeout=180)[0]

    def welcome(self) -> list[str]:
        """What is said once all is there; the steps before that are kept apart."""
        assert self.process and self.process.stdout
        lines: list[str] = []
        self.steps: list[str] = []
        for line in self.process.stdout:
            (self.steps if line.startswith("[") else lines).append(line)
            if "Ctrl-C" in line:
                break
        return lines

    def groups(self) -> list[int]:
        return [int(pid) for pid in (self.var / "serve.pids").read_text().split()]

    def status(self) -> int:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/robots.txt", timeout=10) as answer:
            return int(answer.status)


def alive(groups: list[int]) -> list[int]:
    listed = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True)
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [int(row[0]) for row in rows if int(row[0]) in groups and not row[1].startswith("Z")]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path / "var")
    yield site
    if site.process and site.process.poll() is None:
        site.process.terminate()
        site.process.wait(timeout=60)
    if site.process and site.process.stdout:
        site.process.stdout.close()


def test_it_opens_tells_where_and_leaves_no_process_behind(site: Site) -> None:
    site.var.mkdir()
    (site.var / "demo_password").write_text("-made-by-lot")
    site.start()
    welcome = site.welcome()
    assert f"http://127.0.0.1:{site.port}" in welcome[0], welcome
    assert "alice@example.com" in welcome[1] and "-made-by-lot" in welcome[1]
    assert [step.partition(":")[0] for step in site.steps] == ["[#..] 1 of 3", "[##.] 2 of 3", "[###] 3 of 3"]
    assert f"http://127.0.0.1:{site.port} is open already" in site.steps[2]
    assert site.status() == 200
    Visitor(f"http://127.0.0.1:{site.port}").log_in("alice@example.com", "-made-by-lot")
    assert (site.var / "secret_key").stat().st_mode & 0o777 == 0o600
    groups = site.groups()
    assert len(groups) == 4
    assert site.process
    site.process.send_signal(signal.SIGTERM)
    assert "has stopped" in site.said()
    assert site.process.returncode == 0
    assert alive(groups) == []


def test_the_demo_password_is_on_no_command_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ran: list[list[str]] = []
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    monkeypatch.setattr(serve, "_check_free", lambda *_: None)
    monkeypatch.setattr(serve, "_manage", lambda _env, *arguments: ran.append(list(arguments)) or "said")

    def run(
        processes: list[serve.Child], answers: object, furnished: Callable[[], str], *_: object, **__: object
    ) -> None:
        ran.extend(each.arguments for each in processes)
        furnished()

    monkeypatch.setattr(serve, "run", run)
    monkeypatch.setattr(serve.signal, "signal", lambda *_: None)
    serve.main()
    password = (tmp_path / "demo_password").read_text()
    assert "demo_accounts" in [arguments[0] for arguments in ran]
    assert not [arguments for arguments in ran if password in " ".join(arguments)]


def test_it_starts_again_with_its_data_after_it_was_killed(site: Site) -> None:
    site.start()
    password = site.welcome()[1]
    left = site.groups()
    assert site.process
    site.process.kill()
    site.said()
    site.start()
    assert site.welcome()[1] == password
    assert site.status() == 200
    assert alive(left) == []


def test_a_process_that_dies_is_started_again(site: Site) -> None:
    site.start()
    site.welcome()
    before = site.groups()
    os.killpg(before[1], signal.SIGKILL)
    give_up = time.monotonic() + 60
    while len(set(site.groups()) - set(before)) != 1 and time.monotonic() < give_up:
        time.sleep(0.1)
    after = site.groups()
    assert len(after) == 4
    assert set(before) - set(after) == {before[1]}


def test_a_port_in_use_ends_with_a_sentence(site: Site) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", site.port))
        other.listen()
        site.start()
        said = site.said()
    assert said.startswith(f"Port {site.port} on 127.0.0.1 is in use")
    assert len(said.splitlines()) == 1
    assert site.process
    assert site.process.returncode != 0


def test_a_second_start_in_the_same_folder_ends_with_a_sentence(site: Site, tmp_path: Path) -> None:
    site.start()
    site.welcome()
    second = Site(site.var)
    second.start()
    assert "running already" in second.said()
    assert site.status() == 200


def by_hand(var: Path, *command: str, **told: str) -> subprocess.CompletedProcess[str]:
    """A command of the README as somebody types it, who has set nothing but where the site is."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**kept, "VAR_DIR": str(var), **told},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_commands_of_the_readme_work_right_after_it(site: Site) -> None:
    site.start()
    site.welcome()
    for command in re.findall(r"python manage\.py (\w+ --check)", (ROOT / "README.md").read_text()):
        done = by_hand(site.var, *command.split())
        assert (done.returncode, done.stderr) == (0, ""), command
    asked = by_hand(site.var, "shell", "-c", "from django.conf import settings; print(settings.SITE_URL)")
    assert asked.stdout.splitlines()[-1] == f"http://127.0.0.1:{site.port}"
    assert (site.var / serve.NOTED).stat().st_mode & 0o077 == 0
    other = by_hand(
        site.var,
        "shell",
        "-c",
        "from django.conf import settings; print(settings.SITE_URL)",
        SITE_URL="http://games.example",
    )
    assert other.stdout.splitlines()[-1] == "http://games.example"


def test_a_command_by_hand_says_in_a_sentence_what_it_needs(tmp_path: Path) -> None:
    done = by_hand(tmp_path, "replay_games")
    assert done.returncode == 78 and "Traceback" not in done.stderr
    assert done.stderr.startswith("Set SITE_URL") and "bin/serve" in done.stderr


def test_any_python_finds_the_one_with_the_libraries(tmp_path: Path) -> None:
    """`python` need not be that of the virtual environment."""
    env = {"HOMEWORLDS_VENV": sys.prefix, "PATH": os.environ["PATH"], "DEBUG": "1", "VAR_DIR": str(tmp_path)}
    bare = [os.path.realpath(sys.executable), "-S", "manage.py", "--version"]
    done = subprocess.run(bare, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and f"(Django {django.get_version()}, Python" in done.stdout, done.stderr


@pytest.mark.parametrize(
    "told, kept",
    [
        ({}, {"SITE_URL": "http://here", "DATABASE_URL": "postgresql://a"}),
        ({"DATABASE_URL_FILE": "/x"}, {"SITE_URL": "http://here", "DATABASE_URL_FILE": "/x"}),
        ({"DEBUG": "1"}, {"DEBUG": "1"}),
        ({"ALLOWED_HOSTS": "*"}, {"ALLOWED_HOSTS": "*"}),
    ],
)
def test_what_a_command_is_told_goes_before_what_was_noted_down(tmp_path: Path, told, kept) -> None:
    serve._note_down({"SITE_URL": "http://here", "DATABASE_URL": "postgresql://a", "HOME": "/root"}, tmp_path)
    env = {"VAR_DIR": str(tmp_path), **told}
    serve.remember(env)
    assert env == {"VAR_DIR": str(tmp_path), **kept}


@pytest.fixture
def bots(tmp_path: Path) -> Iterator[serve.Child]:
    """A worker that runs until it is ended."""
    child = serve.Child(serve.BOTS, ["http.server", "0"], {**os.environ}, tmp_path / "bots.log")
    child.watch()
    yield child
    if child.process and child.process.poll() is None:
        serve.stop_groups([child.process.pid])
        child.process.wait(timeout=60)


@pytest.mark.parametrize("steps, switched", [([["this"]], True), ([["this"], ["no_such_module"]], False)])
def test_faster_bots_come_after_a_quiet_minute_or_not_at_all(
    bots: serve.Child,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    steps: list[list[str]],
    switched: bool,
) -> None:
    made = tmp_path / "made.py"
    made.write_text(
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from homeworlds_site import faster_bots; "
        f"faster_bots.STEPS = {steps!r}; sys.exit(faster_bots.main())"
    )
    now = [1000.0]
    popen = subprocess.Popen
    monkeypatch.setattr(serve.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(
        serve.subprocess, "Popen", lambda command, **more: popen([sys.executable, str(made)], **more)
    )
    faster = serve.FasterBots(bots, tmp_path / "faster_bots.log")
    now[0] += serve.QUIET_SECONDS - 1
    faster.watch()
    assert faster.process is None
    now[0] += 1
    faster.watch()
    assert faster.process
    faster.process.wait(timeout=60)
    faster.watch()
    assert faster.process is None and bots.process
    assert (bots.env.get("COMPILED_SEARCH") == "true") == switched
    if switched:
        assert bots.process.wait(timeout=60) != 0
    else:
        assert bots.process.poll() is None
        assert "no_such_module" in (tmp_path / "faster_bots.log").read_text()


@pytest.mark.parametrize(("words", "answer"), [(["--help"], 0), (["--prot", "9000"], 2)])
def test_who_asks_serve_for_help_starts_nothing(words: list[str], answer: int) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "bin" / "serve", *words],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert (done.returncode, done.stderr) == (answer, "") and "docs/settings.md" in done.stdout
