"""What `bin/prove operations` reads of the document and of the units."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs import operations, own_machine
from proofs.kit.checkout import committed
from proofs.kit.processes import ROOT, NotHere, program
from proofs.kit.units import SERVICES, UNITS, read_said, read_unit, service
from proofs.operations import DOCUMENT, SECTIONS, STAND_INS, not_tried, not_tried_with_systemd, sections

TEXT = DOCUMENT.read_text()


@pytest.mark.parametrize("name", SECTIONS)
def test_every_section_that_is_tried_out_has_commands(name: str) -> None:
    assert all(block.strip() for block in sections(TEXT)[name])


def test_no_command_of_the_document_is_left_out() -> None:
    assert TEXT.count("```sh\n") == sum(map(len, sections(TEXT).values()))


def test_the_proof_says_what_it_has_not_tried() -> None:
    assert all(name in not_tried(1000) for name in STAND_INS)
    assert "systemd" in not_tried(1000) and "root" not in not_tried(1000)
    assert "root" in not_tried(0)


def test_with_systemd_it_says_what_was_a_folder_and_whether_memory_was_limited() -> None:
    assert "index of packages" in not_tried_with_systemd(memory_limited=True)
    assert "memory" not in not_tried_with_systemd(memory_limited=True)
    assert "no memory was limited" in not_tried_with_systemd(memory_limited=False)


def test_without_root_it_says_why_there_is_no_systemd_and_stands_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    followed: list[str] = []
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(sys, "argv", ["operations"])
    monkeypatch.setattr(operations, "newest_tag", lambda: "")
    monkeypatch.setattr(
        operations, "with_stand_ins", lambda since: followed.append("stand-ins") or ["upgrade: x"]
    )
    assert operations.main() == 0
    assert followed == ["stand-ins"]
    said = capsys.readouterr().out
    assert "stand-ins. A machine of its own takes root" in said and operations.NO_TAG in said
    assert said.splitlines()[-1] == "upgrade: x"


@pytest.mark.programs("unshare")
@pytest.mark.skipif(os.geteuid() != 0, reason="setting up a machine takes root")
def test_a_machine_that_cannot_be_set_up_leaves_nothing_and_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(own_machine, "LAYER", "echo no layers here; exit 1\n")
    broken = own_machine.OwnMachine(tmp_path, tmp_path)
    with pytest.raises(NotHere, match="no layers here"):
        broken.boot()
    broken.end()
    assert not Path(f"/proc/{broken.first or 'none'}").exists()


def test_whoever_follows_the_document_on_a_machine_changes_the_address_of_the_code_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_more: object) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    rented = operations.Rented.__new__(operations.Rented)
    rented.source = operations.Source.__new__(operations.Source)
    rented.source.folder, rented.env = tmp_path, {"HOME": str(tmp_path)}
    monkeypatch.setattr(operations, "run", run)
    for blocks in sections(TEXT).values():
        for block in blocks:
            rented.follow(block)
    given = "".join(command[-1] for command in ran)
    written = "".join(block for blocks in sections(TEXT).values() for block in blocks)
    assert given == written.replace(operations.SOURCE, str(tmp_path))
    assert all(command[:4] == [program("runuser"), "--user", own_machine.OPERATOR, "--"] for command in ran)


def test_a_section_gives_its_own_commands_in_their_order() -> None:
    text = "## Else\n```sh\nno\n```\n" + "".join(
        f"## {name}\nwords\n```sh\n{name} 1\n```\n```text\nno\n```\n### Below\n```sh\n{name} 2\n```\n"
        for name in SECTIONS
    )
    assert sections(text) == {name: [f"{name} 1\n", f"{name} 2\n"] for name in SECTIONS}


def test_what_the_document_starts_are_the_shipped_units() -> None:
    named = set(re.findall(r"homeworlds-\w+", " ".join(re.findall(r"systemctl (?:enable|start).*", TEXT))))
    assert named == {f"homeworlds-{name}" for name in (*SERVICES, "backup", "alarms")}
    assert {file.stem for file in UNITS.iterdir()} == named | {"homeworlds-failed@"}


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_runs_as_its_own_user_with_settings_and_comes_back(name: str) -> None:
    file = UNITS / f"homeworlds-{name}.service"
    unit = read_unit(file)
    assert (unit.user, unit.environment_file) == ("homeworlds", "/etc/homeworlds.env")
    expected = {"PROCESS_ROLE": "web" if name == "web" else "worker"}
    if name in ("bots", "worker"):  # the search is compiled once, into a folder of its own
        expected |= {"NUMBA_CACHE_DIR": "/srv/homeworlds/var/search"}
    if name == "bots":
        expected |= {"PROCESS_MEMORY_MB": "340"}
    assert unit.environment == expected
    assert unit.directory == "/srv/homeworlds/site"
    assert "Restart=always" in file.read_text()
    assert "MemoryMax=" in file.read_text()
    assert unit.kill_mode == "mixed"


@pytest.mark.programs("systemd-analyze")
def test_systemd_itself_understands_every_line_of_the_units(tmp_path: Path) -> None:
    """Users, folders and programs are those of this machine; the rest is as shipped."""
    for file in UNITS.iterdir():
        text = re.sub(r"/srv/homeworlds/site/\.venv/bin/\w+", "/bin/true", file.read_text())
        text = re.sub(r"^User=.*\n", "", text.replace("/srv/homeworlds/site", "/"), flags=re.MULTILINE)
        (tmp_path / file.name).write_text(text)
    command = [program("systemd-analyze"), "verify", "--man=no", *map(str, tmp_path.iterdir())]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_services_without_systemd_run_with_this_python_and_on_another_port() -> None:
    command = service("web", port=8159).command
    assert Path(command[0]).name == "gunicorn"
    assert "/srv/" not in " ".join(command)
    assert "127.0.0.1:8159" in command
    assert "default@%h" in service("worker").command


def test_the_backup_is_shut_in_and_tells_when_it_fails() -> None:
    backup, failed = (
        read_said(UNITS / name) for name in ("homeworlds-backup.service", "homeworlds-failed@.service")
    )
    assert backup["OnFailure"] == "homeworlds-failed@%N.service"
    assert failed["ExecStart"].endswith("manage.py report_failure %i")
    assert backup["ReadWritePaths"].split()[-1] in backup["ExecStart"].split()
    shut_in = {
        "NoNewPrivileges": "true",
        "PrivateTmp": "true",
        "ProtectSystem": "strict",
        "ProtectHome": "true",
    }
    for said in (backup, failed):
        assert said.items() >= shut_in.items()
        assert (said["User"], said["EnvironmentFile"]) == ("homeworlds", "/etc/homeworlds.env")


def test_nothing_of_the_document_looks_into_a_folder_that_only_the_site_may_read() -> None:
    """`ls` of whoever has sudo comes back empty there, and the restore with it."""
    commands = "".join(block for blocks in sections(TEXT).values() for block in blocks)
    looks = [line for line in commands.splitlines() if "/backups/" in line or "ls " in line]
    assert not [line for line in looks if not line.startswith("sudo ")]


def test_a_restore_touches_the_site_only_when_the_other_database_is_proved_whole() -> None:
    before, after = (block for block in sections(TEXT)["Restore"])
    assert "restore" in before and "--beside homeworlds_restored" in before
    assert "systemctl" not in before and "dropdb --if-exists homeworlds_restored" in before
    assert after.index("stop") < after.index("RENAME") < after.index("start homeworlds")
    assert "dropdb" not in after


def test_the_command_reads_the_settings_as_the_services_do() -> None:
    command = (UNITS.parent / "homeworlds").read_text()
    assert "SETTINGS=/etc/homeworlds.env\n" in command
    assert '-m upkeep.environment_file "$SETTINGS" manage.py "$@"' in command
    assert "set -a" not in command and ". /etc" not in command


def test_every_variable_the_document_sets_is_a_setting() -> None:
    settings = (ROOT / "docs" / "settings.md").read_text()
    names = set(re.findall(r"^([A-Z_]+)=", TEXT, re.MULTILINE)) - {"POSTGRES_PASSWORD"}
    assert names
    assert {name for name in names if f"`{name}`" not in settings} == set()


@pytest.fixture
def command(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """The command of a machine with a clone of a repository and no release of it."""
    base, bin_ = tmp_path / "srv", tmp_path / "bin"
    (tmp_path / "origin").mkdir()
    (tmp_path / "origin" / "code").write_text("code")
    committed(tmp_path / "origin", "unnumbered")
    base.mkdir()
    bin_.mkdir()
    subprocess.run(["git", "clone", "--quiet", tmp_path / "origin", base / "source"], check=True)
    text = (UNITS.parent / "homeworlds").read_text().replace("/srv/homeworlds", str(base))
    (bin_ / "homeworlds").write_text(text)
    (bin_ / "sudo").write_text(f"#!/bin/sh\n{STAND_INS['sudo']}\n")
    for file in bin_.iterdir():
        file.chmod(0o755)
    env = {"PATH": f"{bin_}:{os.environ['PATH']}", "HOME": str(tmp_path)}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["homeworlds", *words], env=env, cwd=tmp_path, capture_output=True, text=True, check=False
        )

    return run


@pytest.mark.parametrize(
    "words, said",
    [
        (["install"], "There is no release with a number yet: name a branch or a commit."),
        (["install", "7.7.7"], "There is no release “7.7.7”."),
        (["upgrade"], "There is nothing to upgrade: run “homeworlds install” first."),
        (["rollback"], "There is no release before to go back to."),
        (["migrate"], "There is no site yet: run “homeworlds install” first."),
    ],
)
def test_what_the_command_cannot_do_it_says_in_a_sentence(
    command: Callable[..., subprocess.CompletedProcess[str]], words: list[str], said: str
) -> None:
    done = command(*words)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{said}\n")
