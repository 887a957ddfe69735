"""What `bin/prove operations` reads of the document and of the units."""

import re
from pathlib import Path

import pytest

from proofs.operations import DOCUMENT, SECTIONS, sections
from proofs.processes import ROOT
from proofs.units import SERVICES, UNITS, read_environment_file, read_unit, service

TEXT = DOCUMENT.read_text()


@pytest.mark.parametrize("name", SECTIONS)
def test_every_section_that_is_tried_out_has_commands(name: str) -> None:
    assert all(block.strip() for block in sections(TEXT)[name])


def test_no_command_of_the_document_is_left_out() -> None:
    assert TEXT.count("```sh\n") == sum(map(len, sections(TEXT).values()))


def test_a_section_gives_its_own_commands_in_their_order() -> None:
    text = "## Else\n```sh\nno\n```\n" + "".join(
        f"## {name}\nwords\n```sh\n{name} 1\n```\n```text\nno\n```\n### Below\n```sh\n{name} 2\n```\n"
        for name in SECTIONS
    )
    assert sections(text) == {name: [f"{name} 1\n", f"{name} 2\n"] for name in SECTIONS}


def test_what_the_document_starts_are_the_shipped_units() -> None:
    named = set(re.findall(r"homeworlds-\w+", " ".join(re.findall(r"systemctl (?:enable|start).*", TEXT))))
    assert named == {f"homeworlds-{name}" for name in (*SERVICES, "backup")}
    assert {file.stem for file in UNITS.iterdir()} == named


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_runs_as_its_own_user_with_settings_and_comes_back(name: str) -> None:
    file = UNITS / f"homeworlds-{name}.service"
    unit = read_unit(file)
    assert (unit.user, unit.environment_file) == ("homeworlds", "/etc/homeworlds.env")
    expected = {"PROCESS_ROLE": "web" if name == "web" else "worker"}
    if name == "bots":  # the search is compiled once, into a folder of its own
        expected["NUMBA_CACHE_DIR"] = "/srv/homeworlds/var/search"
    assert unit.environment == expected
    assert unit.directory == "/srv/homeworlds/site"
    assert "Restart=always" in file.read_text()
    assert "MemoryMax=" in file.read_text()
    assert unit.kill_mode == "mixed"


def test_services_without_systemd_run_with_this_python_and_on_another_port() -> None:
    command = service("web", port=8159).command
    assert Path(command[0]).name == "gunicorn"
    assert "/srv/" not in " ".join(command)
    assert "127.0.0.1:8159" in command
    assert "default@%h" in service("worker").command


def test_an_environment_file_is_read_as_systemd_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "env"
    file.write_text('# words\nA=1\nB="two words"\n\nC=x=y\n')
    assert read_environment_file(file) == {"A": "1", "B": "two words", "C": "x=y"}


def test_every_variable_the_document_sets_is_a_setting() -> None:
    settings = (ROOT / "docs" / "settings.md").read_text()
    names = set(re.findall(r"^([A-Z_]+)=", TEXT, re.MULTILINE)) - {"POSTGRES_PASSWORD"}
    assert names
    assert {name for name in names if f"`{name}`" not in settings} == set()
