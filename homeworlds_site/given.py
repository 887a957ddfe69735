"""Reading settings from the environment: what is given wrong ends in one sentence with the setting's name.

What stands in a setting that may be a secret is never shown. An empty one counts as not given, but for lists.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Final, NoReturn

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError, validate

from upkeep.watching.logs import hide

WRONG_SETTING: Final = 78
"""What a process exits with whose settings are wrong: EX_CONFIG of sysexits.h. systemd starts it no more."""
LONGEST_TEXT: Final = 200
LONGEST_SECRET: Final = 10_000
MOST_SHOWN: Final = 80
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")

Must = Callable[[str], str | None]
"""What is wrong with a value, as the end of a sentence that begins with the name; None if nothing is."""
_env: Final = Env()


class WrongSetting(ImproperlyConfigured):
    """Its text is one sentence, which names the setting."""


class Missing(WrongSetting):
    """A setting that is needed and not there."""


def settings_or_end(if_missing: str = "") -> None:
    """Reads the settings. Where one is wrong the process ends, with a sentence and nothing else; the hint
    goes with it where nobody has said what site it is."""
    from django.conf import settings

    try:
        settings.INSTALLED_APPS  # noqa: B018  the first look reads all
    except ImproperlyConfigured as error:
        end_with(error, if_missing if isinstance(error, Missing) else "")


def end_with(error: ImproperlyConfigured, hint: str = "") -> NoReturn:
    print(f"{error} {hint}".strip(), file=sys.stderr)  # noqa: T201  there is no log without settings
    raise SystemExit(WRONG_SETTING)


def text(name: str, default: str, *musts: Must, most: int = LONGEST_TEXT) -> str:
    value: str = os.environ.get(name, "") or default
    _check_text(name, value, most)
    for must in musts if value else ():
        if wrong := must(value):
            raise WrongSetting(f"{name} {wrong}, not “{shown(value)}”.")
    return value


def switch(name: str, default: bool) -> bool:
    return bool(_read("bool", name, default, "is true or false"))


def whole(name: str, default: int, least: int, most: int) -> int:
    return int(_read("int", name, default, f"is a whole number from {least} to {most}", least, most))


def number(name: str, default: float, least: float, most: float) -> float:
    return float(_read("float", name, default, f"is a number from {least:g} to {most:g}", least, most))


def one_of(name: str, default: str, choices: Collection[str]) -> str:
    said = os.environ.get(name, "") or default
    if said not in choices:
        known = ", ".join(sorted(each for each in choices if each))
        raise WrongSetting(f"{name} is one of {known}, not “{shown(said)}”.")
    return said


def several(name: str, default: list[str], *musts: Must) -> list[str]:
    """Separated by commas; given and empty it is none at all."""
    said = os.environ.get(name)
    if said is None:
        return default
    _check_text(name, said, LONGEST_SECRET)
    entries = [each.strip() for each in said.split(",") if each.strip()]
    for entry in entries:
        for must in musts:
            if wrong := must(entry):
                raise WrongSetting(f"{name} {wrong}, not “{shown(entry)}”.")
    return entries


def text_or_none(name: str, default: str, must: Must) -> str:
    """Given and empty it is switched off."""
    return "" if os.environ.get(name) == "" else text(name, default, must)


def pairs(name: str, must: Must) -> dict[str, str]:
    """NAME=value, with commas between them. Values may be secrets."""
    entries = [each.strip() for each in os.environ.get(name, "").split(",") if each.strip()]
    for entry in entries:
        _check_text(name, entry, LONGEST_SECRET)
        if wrong := must(entry):
            raise WrongSetting(f"{name} {wrong}.")
    found = dict(entry.split("=", 1) for entry in entries)
    if len(found) < len(entries):
        raise WrongSetting(f"{name} gives one name twice.")
    return found


def secret(name: str, default: str, *musts: Must) -> str:
    """The variable, or what stands in the file that `<name>_FILE` names; no log line shows it."""
    value, file = os.environ.get(name, ""), os.environ.get(f"{name}_FILE", "")
    if value and file:
        raise WrongSetting(f"Set {name} or {name}_FILE, not both.")
    if file:
        value = _in_file(f"{name}_FILE", file)
    hide(value)
    _check_secret(name, value)
    for must in musts if value else ():
        if wrong := must(value):
            where = f" (read from {name}_FILE)" if file else ""
            raise WrongSetting(f"{name}{where} {wrong}.")
    return value or default


def _in_file(name: str, file: str) -> str:
    try:
        if not Path(file).is_file() and Path(file).exists():
            raise WrongSetting(f"{name} names {shown(file)}, which is no file.")
        value = Path(file).read_text().strip()
    except OSError as error:
        raise WrongSetting(f"{name} names {shown(file)}, which cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise WrongSetting(f"{name} names {shown(file)}, which holds no text.") from None
    if not value:
        raise WrongSetting(f"{name} names {shown(file)}, which is empty.")
    return value


def _read(kind: str, name: str, default: Any, must: str, *between: float) -> Any:
    if not os.environ.get(name, ""):
        return default
    checks = {"validate": validate.Range(*between)} if between else {}
    try:
        return getattr(_env, kind)(name, **checks)
    except EnvError:
        raise WrongSetting(f"{name} {must}, not “{shown(os.environ[name])}”.") from None


def _check_text(name: str, value: str, most: int) -> None:
    if _CONTROL.search(value):
        raise WrongSetting(f"{name} is one line, and has a line break or another control sign in it.")
    if len(value) > most:
        raise WrongSetting(f"{name} has {len(value)} signs, and may have {most}.")


def _check_secret(name: str, value: str) -> None:
    lines = value.replace("\r", "").replace("\n", "") if name == "SECRET_KEY_FALLBACKS" else value
    _check_text(name, lines, LONGEST_SECRET)
    if value != value.strip():
        raise WrongSetting(f"{name} begins or ends with a blank: leave that out.")
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        raise WrongSetting(f"{name} stands in quotes that count as part of it: leave them out.")


def shown(value: str) -> str:
    """As much as a sentence needs of what was given."""
    value = _CONTROL.sub("?", value)
    return value if len(value) <= MOST_SHOWN else f"{value[:MOST_SHOWN]}…"
