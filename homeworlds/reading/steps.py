"""A turn as it was written, cut into its steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from homeworlds.reading.names import BETWEEN, Names, key, may_begin, names_of
from homeworlds.reading.plain import cleaned
from homeworlds.turn import HalfTurn

_ASIDE: Final = re.compile(r"\([^()\n]*\)?|\{[^{}\n]*\}|\[[^\[\]\n]*\]|/\*.*?\*/", re.DOTALL)
REST_OF_LINE: Final = ("#", "//", "--", "%", "!")
_NUMBER: Final = re.compile(
    r"\s*(?:(?:turn|tour)\s+)?(?:#?\d{1,4}\s*[.):]+(?=\s|[^\d\s])|#\d{1,4}(?=\s))\s*", re.IGNORECASE
)
_BULLET: Final = re.compile(r"^\s*[>*•·–—-]\s*(?=[\w*`])")
_WRAPPING: Final = re.compile(r"\*\*|__|`|(?<!\S)_(?=\w)|(?<=\w)_(?!\S)")
_NUMBERED: Final = re.compile(r"#?\d{1,4}[.):]+")
ARROWS: Final = ("->", "=>", "-->", ">", "/")


def steps_of(text: str, half: HalfTurn) -> list[str]:
    """The steps of a turn as they were written, without numbers, comments and the mover's name.

    Between steps stands `;`, `|` or a new line; a comma at the end of a word, “and”, “then” or an arrow where
    a verb follows. A word that is the name of a system or a player is that.
    """
    names = names_of(half)
    aside = re.compile(r"\([^()\n]*\)?") if names.signs & set("[]{}*") else _ASIDE
    steps: list[str] = []
    for line in aside.sub(" ", cleaned(text)).split("\n"):
        steps += _steps_of_line(line, names)
    return steps


def _is_verb(step: Sequence[str], word: str) -> bool:
    """“Build: g1 Ann”"""
    return not step and word.endswith(":")


def _steps_of_line(line: str, names: Names) -> Iterator[str]:
    if not names.signs & set("*_`>-"):
        line = _BULLET.sub("", _WRAPPING.sub("", line), count=1)
    numbered = _NUMBER.match(line)
    cut = r";|[^\s;]+" if "|" in names.signs else r"[;|]|[^\s;|]+"
    words = re.findall(cut, line[numbered.end() :] if numbered else line)
    step: list[str] = []
    for at, word in enumerate(words):
        is_name = key(word) in names.known
        if not is_name and word.startswith(REST_OF_LINE):
            break
        following = words[at + 1 : at + 3]
        if word in (";", "|"):
            ends, said = True, ""
        elif is_name:
            is_maker = not step and key(word) == names.mover and may_begin(following, names)
            ends, said = False, "" if is_maker else word
        elif not step and key(word.rstrip(":>")) == names.mover:
            ends, said = False, ""
        elif word in ARROWS:
            ends = may_begin(following, names)
            said = "" if ends else "to"
        elif word.casefold() in BETWEEN:
            # “hw r1 and b2 and a g3”
            ends, said = following[:1] != ["a"] and may_begin(following, names), ""
        elif _NUMBERED.fullmatch(word) and may_begin(following, names):
            ends, said = True, ""
        else:
            said = word.rstrip(",") if len(word) > 1 else word.replace(",", "")
            ends = said.rstrip(":") != word and may_begin(following, names) and not _is_verb(step, said)
        if said:
            step.append(said)
        if ends and step:
            yield " ".join(step)
            step = []
    if step:
        yield " ".join(step)
