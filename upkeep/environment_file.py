"""Runs a command with the settings of a file, read as systemd reads an `EnvironmentFile`:

    python -m upkeep.environment_file /etc/homeworlds.env manage.py check

A shell would read `&`, `$` and `<a@b>` in it in its own way, and the site's services would then have other
settings than whoever looks after them. Standard library only: it runs before there are settings.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

WRONG_SETTING: Final = 78
"""As where the settings are read (`homeworlds_site.given`), which this module is to do without."""
BLANK: Final = " \t\r"
ESCAPED_IN_QUOTES: Final = '"\\`$'


def read(text: str) -> dict[str, str]:
    """As `systemd.exec(5)` says of EnvironmentFile: comments begin a line, a backslash at its end joins two,
    quotes begin a value and may be followed by more of it; nothing is expanded."""
    found: dict[str, str] = {}
    rest = text
    while rest:
        line, rest = _line(rest) if rest.lstrip(BLANK)[:1] in "#;" else ("", rest)
        if line:
            continue
        name, equals, after = rest.partition("=")
        if "\n" in name or not equals:
            _, _, rest = rest.partition("\n")
            continue
        value, rest = _value(after)
        found[name.strip()] = value
    return found


def _line(text: str) -> tuple[str, str]:
    """A comment with the lines that its backslashes join to it; never empty."""
    end = 0
    while end < len(text) and text[end] != "\n":
        end += 2 if text[end] == "\\" else 1
    return text[:end] or "#", text[end + 1 :]


def _value(text: str) -> tuple[str, str]:
    """The value that begins here, and what follows its line."""
    value, place = "", 0
    while place < len(text):
        while text[place : place + 1] and text[place] in BLANK:
            place += 1
        first = text[place : place + 1]
        if first == "'":
            part, place = _quoted(text, place + 1, first, "")
        elif first == '"':
            part, place = _quoted(text, place + 1, first, ESCAPED_IN_QUOTES)
        else:
            part, place = _bare(text, place)
            return value + part, text[place:]
        value += part
    return value, ""


def _quoted(text: str, place: int, quote: str, escaped: str) -> tuple[str, int]:
    said = ""
    while place < len(text) and text[place] != quote:
        after = text[place + 1 : place + 2]
        if escaped and text[place] == "\\" and after and after in escaped + "\n":
            said += "" if after == "\n" else after
            place += 2
        else:
            said += text[place]
            place += 1
    return said, place + 1


def _bare(text: str, place: int) -> tuple[str, int]:
    said, kept = "", 0
    while place < len(text) and text[place] != "\n":
        if text[place] == "\\":
            place += 1
            said += text[place : place + 1].replace("\n", "")
            kept = len(said)
        else:
            said += text[place]
            kept = kept if text[place] in BLANK else len(said)
        place += 1
    return said[:kept], place + 1


def main(arguments: list[str]) -> None:
    if len(arguments) < 2:
        sys.exit("Say which file holds the settings, and which program of Python's shall have them.")
    file, *command = arguments
    try:
        settings = read(Path(file).read_text())
    except OSError as error:
        print(f"{file} cannot be read: {error.strerror}.", file=sys.stderr)  # noqa: T201  before any log
        raise SystemExit(WRONG_SETTING) from None
    except UnicodeDecodeError:
        print(f"{file} holds no text.", file=sys.stderr)  # noqa: T201
        raise SystemExit(WRONG_SETTING) from None
    os.execve(sys.executable, [sys.executable, *command], {**os.environ, **settings})


if __name__ == "__main__":
    main(sys.argv[1:])
