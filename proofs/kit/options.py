"""What `bin/prove NAME` is asked."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any


def options(name: str, words: str | None, **asked: Any) -> ArgumentParser:
    """For each option its default, or that and what it means; False is that of a flag."""
    parser = ArgumentParser(prog=f"bin/prove {name}", description=words)
    for option, said in asked.items():
        default, meaning = said if isinstance(said, tuple) else (said, "")
        flag = f"--{option.replace('_', '-')}"
        if default is False:
            parser.add_argument(flag, action="store_true", help=meaning)
        else:
            shown = f"{meaning} ({default})".strip()
            parser.add_argument(flag, type=type(default), default=default, help=shown)
    return parser
