"""The command and the services have the same settings, whatever stands in the file."""

import subprocess
import sys
from pathlib import Path

import pytest

from upkeep.environment_file import read

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "text, value",
    [
        ("A=smtp://u:p&w@host", "smtp://u:p&w@host"),
        ("A=Homeworlds <a@b>", "Homeworlds <a@b>"),
        ("A=$HOME `id` $(id)", "$HOME `id` $(id)"),
        ("A=two words  ", "two words"),
        ("A= x=y", "x=y"),
        ("A='it $is' ", "it $is"),
        ('A="a \\" \\$ \\n"', 'a " $ \\n'),
        ("A='one'\"two\"three", "onetwothree"),
        ("A=it's", "it's"),
        ("A=a\\ b\\\\", "a b\\"),
        ("A=one\\\ntwo", "onetwo"),
        ("A=not#a comment", "not#a comment"),
        ("# A=no \\\nA=no\n; A=no\n\n A = yes", "yes"),
        ("no sign\nA=yes", "yes"),
        ("A=no\nA=", ""),
        ("A=", ""),
    ],
)
def test_a_value_is_read_as_systemd_reads_it(text: str, value: str) -> None:
    assert read(f"{text}\nB=next\n") == {"A": value, "B": "next"}


def test_a_command_has_the_settings_and_its_own_arguments(tmp_path: Path) -> None:
    (tmp_path / "env").write_text("SITE_NAME_HERE=a & b <c@d>\n")
    code = "import os, sys; print(os.environ['SITE_NAME_HERE'], sys.argv[1:])"
    command = [
        sys.executable,
        "-m",
        "upkeep.environment_file",
        str(tmp_path / "env"),
        "-c",
        code,
        "x y",
        "$z",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "a & b <c@d> ['x y', '$z']\n"


def test_a_file_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "upkeep.environment_file", str(tmp_path / "env"), "manage.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 78
    assert done.stderr == f"{tmp_path / 'env'} cannot be read: No such file or directory.\n"
