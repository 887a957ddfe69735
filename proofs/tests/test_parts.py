"""Small and fast: what the long proofs measure with, and one short run of each on servers of its own."""

import random
import subprocess
from pathlib import Path
from threading import Event

import pytest

from homeworlds.rules import RuleSet
from homeworlds.state import begin, play, start_game
from proofs.kit import processes, threads
from proofs.kit.processes import NotHere, Process, apart, program


def test_a_missing_program_is_told_in_a_sentence() -> None:
    with pytest.raises(NotHere, match="no-such-server is needed"):
        program("no-such-server")


def test_a_killed_process_and_its_children_are_gone(tmp_path: Path) -> None:
    process = Process("sleeper", ["sh", "-c", "sleep 60 & wait"], {"PATH": "/usr/bin:/bin"}, tmp_path / "log")
    process.start()
    assert process.is_alive()
    process.kill()
    assert not process.is_alive()


def test_what_is_to_give_way_does_and_so_do_its_children(tmp_path: Path) -> None:
    words = ["sh", "-c", "sleep 0.3; cut -d' ' -f19 /proc/self/stat"]
    process = Process("kind", words, {"PATH": "/usr/bin:/bin"}, tmp_path / "log", niceness=7)
    process.start()
    process.wait()
    assert int((tmp_path / "log").read_text()) >= 7  # more, if this test was started so


def test_what_hangs_is_not_waited_for_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    over = Event()
    for module in (processes, threads):
        monkeypatch.setattr(module, "LONGEST", 0.1)
    with pytest.raises(subprocess.TimeoutExpired):
        processes.run(["sleep", "60"])
    with pytest.raises(TimeoutError):
        threads.together(over.wait)
    over.set()


@pytest.mark.django_db
def test_players_choose_whole_legal_turns() -> None:
    from games.log.moments import half_turn_of
    from proofs.kit.cast import turn_for

    lots = random.Random(7)
    state = start_game(RuleSet(), ["Ann", "Rando"])
    for _ in range(12):
        half = half_turn_of(state, turn_for(state, lots))
        assert half.why_not_end() is None
        state = play(state, half).state
        if state.outcome is not None:
            break
    assert begin(state) if state.outcome is None else True


def short(*arguments: str) -> str:
    done = apart(*arguments, capture_output=True, timeout=1800)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    return done.stdout


@pytest.mark.faults
@pytest.mark.postgres
@pytest.mark.programs("initdb")
@pytest.mark.programs("redis-server", "valkey-server")
def test_two_web_servers_and_three_groups_of_workers_play_the_same_games() -> None:
    assert "Every turn is in its log once" in short("proofs.machines", "--turns", "16")


@pytest.mark.faults
@pytest.mark.postgres
@pytest.mark.programs("initdb")
@pytest.mark.programs("redis-server", "valkey-server")
def test_each_part_is_killed_no_turn_is_lost_and_a_planted_defect_is_found() -> None:
    said = short("proofs.storm.faults", "--turns", "60", "--minutes", "8")
    assert "faults: 60 turns, 0 lost, 0 doubled, 0 gaps, 0 notices missing, 0 extra, 0 games stuck" in said
    assert "planted defect found" in said
