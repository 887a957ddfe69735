"""A list of turns as somebody wrote them down: numbered or not, with the players' names or without, one a
line or several, step by step, out of a chat."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from homeworlds.foreign.table import COMPASS, MOST_PLAYERS, ForeignGame, Table, departure_of
from homeworlds.notation import verb_of
from homeworlds.reading.names import WHOLE_VERBS
from homeworlds.records import RecordError
from homeworlds.refusals import Refusal
from homeworlds.rules import RuleSet, Variant, with_options

NAME: Final = "plain"

_DATE: Final = r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},?"
_TIME: Final = r"\d{1,2}:\d\d(?::\d\d)?\s*(?:[AaPp][Mm])?"
_STAMP: Final = re.compile(rf"^\s*\[?\(?(?:{_DATE}\s+)?{_TIME}[\])]?\s*[-–—]?\s*")
_SPEAKER: Final = re.compile(
    rf"^\s*(?P<who>\S{{1,40}})\s*(?:[—–-]+|\|)?\s*(?:today|yesterday|on)?\s*(?:at\s+)?"
    rf"\[?(?:{_DATE}\s*)?(?:at\s+)?{_TIME}\]?\s*$",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"^\s*(?:turn\s*)?#?(?P<number>\d{1,4})\s*[.):]+\s*", re.IGNORECASE)
_WHO: Final = re.compile(
    r"^\s*(?:<(?P<marked>[^<>\s]{1,40})>:?|\*{0,2}(?P<named>[^\s:;|*<>]{1,40})\*{0,2}\s*:)\s*\*{0,2}"
)
_NEXT: Final = re.compile(r"\s+(?=\d{1,4}[.)]\s*\S)")
_TAG: Final = re.compile(r"^\[([A-Z][\w ]*) \"(.*)\"\]\s*$", re.MULTILINE)
_HEADING: Final = re.compile(r"^\s*(?:\[[A-Z][\w ]* \"|=+|-{3,}|#)")
_COMMENT: Final = re.compile(r"^\s*(?:#|//|--|%|>|\(|\{|\*\s|!)")


class _Block(NamedTuple):
    """Lines that may be one turn."""

    line: int
    who: str
    number: int | None
    steps: list[str]


def sniff(beginning: str) -> float:
    lines = [line for line in beginning.split("\n") if line.strip()]
    verbs = sum(_is_step(_bare(line)) for line in lines)
    setup = any(_verb(_bare(line)) == "homeworld" for line in lines)
    return min(0.5, verbs / (2 * len(lines)) + 0.1) if lines and setup else 0.0


def read(text: str) -> Iterator[ForeignGame]:
    blocks = list(_blocks(text.split("\n")))
    setups = [block for block in blocks if block.steps and _verb(block.steps[0]) == "homeworld"]
    if not 2 <= len(setups[: MOST_PLAYERS + 1]) <= MOST_PLAYERS:
        raise RecordError("There are no two to six turns that set up a homeworld, so no game begins here")
    names, unnamed = _names(setups)
    said = dict(_TAG.findall(text))
    seats = [said[f"Seat {number}"] for number in range(len(names)) if f"Seat {number}" in said]
    if len(seats) == len(names):
        names, unnamed = seats, False
    table = Table(NAME, names, rules=_rules(said, len(names)), unnamed=unnamed)
    table.game.title = said.get("Game", "")
    result = re.fullmatch(r"(won|drawn) by (.+)", said.get("Result", ""))
    if result:
        table.claim(re.split(r",\s*", result[2]), draw=result[1] == "drawn")
    for word, name in zip(COMPASS.get(len(names), ()), table.game.names, strict=False):
        table.call(word, name)
    for block, name in zip(setups, table.game.names, strict=True):
        table.call(_called(block.steps[0]), name)
    yield _played(table, blocks)


def _rules(said: Mapping[str, str], players: int) -> RuleSet | None:
    """As tags say them. Raises RecordError, Refusal."""
    if "Variant" not in said:
        return None
    if said["Variant"] not in list(Variant):
        raise RecordError(f"There is no variant “{said['Variant'][:40]}”")
    options = dict(re.findall(r"(\w+)=([\w-]+)", said.get("Options", "")))
    truths = {"true": True, "false": False}
    given = {name: truths.get(value, value) for name, value in options.items()}
    return with_options(RuleSet(variant=Variant(said["Variant"])), given)


def _played(table: Table, blocks: Sequence[_Block]) -> ForeignGame:
    at = 0
    while at < len(blocks):
        block = blocks[at]
        at += 1
        said = " ".join(block.steps)
        seat = table.seat_of(block.who) if block.who else None
        departure = departure_of(said)
        if departure is not None and not _is_step(said):
            gone = next((found for word in said.split() if (found := table.seat_of(word)) is not None), seat)
            table.depart(table.mover if gone is None else gone, departure, block.line)
            continue
        is_talk = block.number is None or all(map(_COMMENT.match, block.steps))
        if is_talk and not any(map(_is_step, block.steps)):
            continue
        steps = list(block.steps)
        while at < len(blocks) and _goes_on(table, steps, blocks[at], block):
            steps += blocks[at].steps
            at += 1
        try:
            _turn(table, steps, block, seat)
        except (Refusal, RecordError) as why:
            waiting = sum(any(map(_is_step, later.steps)) for later in blocks[at:])
            return table.stop(block.line, "; ".join(steps), why, waiting)
    return table.game


def _turn(table: Table, steps: list[str], block: _Block, seat: int | None) -> None:
    """Talk between the steps is left out where it is no step."""
    steps = [step for step in steps if _is_step(step) or not _COMMENT.match(step)]
    if _verb(steps[0]) == "homeworld":
        words = steps[0].split()
        if _called(steps[0]):
            steps[0] = " ".join(words[:-1])
    table.turn("\n".join(steps), block.line, seat)


def _goes_on(table: Table, steps: Sequence[str], block: _Block, first: _Block) -> bool:
    """Whether a line goes on with the turn of a sacrifice that stands alone on its line."""
    if block.number is not None or block.who or _verb(steps[0]) != "sacrifice" or not block.steps:
        return False
    if _verb(block.steps[0]) in ("homeworld", "sacrifice", "pass", ""):
        return False
    seat = table.seat_of(first.who) if first.who else None
    try:
        table.try_turn("\n".join([*steps, *block.steps]), seat)
    except Refusal:
        return False
    return True


def _names(setups: Sequence[_Block]) -> tuple[list[str], bool]:
    """Of the players, and whether homeworlds may be called otherwise."""
    compass = COMPASS.get(len(setups), [f"P{number}" for number in range(1, len(setups) + 1)])
    heads, called = [block.who for block in setups], [_called(block.steps[0]) for block in setups]
    if all(heads) and len({head.casefold() for head in heads}) == len(heads):
        return heads, not all(called)
    if all(called) and len({name.casefold() for name in called}) == len(called):
        return called, False
    return list(compass), True


def _called(step: str) -> str:
    """The name that a setup gives: its last word, where that is no piece."""
    words = re.sub(r"\([^()]*\)?|[*.,;!]+$", "", step).split()
    pieces = [at for at, word in enumerate(words) if re.fullmatch(r"(?i)[rygb][123]|[123][rygb]|-", word)]
    return words[-1] if len(pieces) == 3 and pieces[-1] == len(words) - 2 else ""


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    """Turn by turn as far as the form tells: a number or a name begins one, an empty line ends it."""
    speaker, block = "", None
    for at, whole in enumerate(lines, start=1):
        if not whole.strip() or _HEADING.match(whole):
            if block:
                yield block
            block = None
            continue
        if (said_by := _SPEAKER.match(whole)) and not _is_step(_bare(whole)):
            if block:
                yield block
            speaker, block = said_by["who"], None
            continue
        for line in _NEXT.split(_STAMP.sub("", whole)) if _NUMBER.match(whole) else [_STAMP.sub("", whole)]:
            number, who, said = _head(line)
            begins = number is not None or bool(who) or not block or not (block.number or block.who)
            if begins or block is None:
                if block:
                    yield block
                block = _Block(at, who or speaker, number, [said] if said.strip() else [])
            elif said.strip():
                block.steps.append(said)
    if block:
        yield block


def _head(line: str) -> tuple[int | None, str, str]:
    numbered = _NUMBER.match(line)
    number, rest = (int(numbered["number"]), line[numbered.end() :]) if numbered else (None, line)
    named = _WHO.match(rest)
    who = named["marked"] or named["named"] if named else ""
    if named and not _is_verb(who):
        return number, who, rest[named.end() :]
    return number, "", rest


def _bare(line: str) -> str:
    return _head(_STAMP.sub("", line))[2]


def _verb(step: str) -> str:
    words = step.split()
    if not words:
        return ""
    word = words[0].rstrip(":,;|").lower()
    if word in WHOLE_VERBS:
        return WHOLE_VERBS[word]
    try:
        return verb_of(word)
    except Refusal:
        return ""


def _is_verb(word: str) -> bool:
    return len(word) > 1 and bool(_verb(word))


def _is_step(step: str) -> bool:
    """A verb with a piece or a colour somewhere after it, or to pass."""
    verb = _verb(step)
    if verb == "pass":
        return len(re.split(r"[;,|]", step)[0].split()) < 3
    return bool(verb) and bool(
        re.search(r"(?i)\b([rygb][123]|[123][rygb]|red|yellow|green|blue|[rygb])\b", step.partition(" ")[2])
    )
