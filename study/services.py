"""Lines that somebody has tried and keeps: its owner's alone until he shares one after the game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import Player
from games.models import Game, Status
from games.refusals import GameRefusal, GameRefusalCode
from homeworlds.notation import format_turn, parse_turn
from homeworlds.renaming import renamed_turn
from study.models import LONGEST_LINE_NAME, SandboxLine
from study.refusals import StudyRefusal, StudyRefusalCode
from upkeep.clock import database_now

MOST_LINES: Final = 100
"""Of a person in one game, and of pasted positions together."""


@transaction.atomic
def keep_line(
    *,
    owner: Player,
    game: Game | None = None,
    number: int | None = None,
    root: str = "",
    rules: Mapping[str, Any] | None = None,
    turns: Sequence[str],
    name: str = "",
    parent: SandboxLine | None = None,
) -> SandboxLine:
    """Keeps turns that `study.trail.tried` has made from entry `number` of a game, or from the pasted
    position `root` and its rules; the same again keeps them once. Without a name it gets a number for one.

    `parent` is the owner's line that it branches off. Locks the owner. Raises StudyRefusal (NOTHING_TRIED,
    TOO_MANY_LINES).
    """
    _lock(owner)
    own = SandboxLine.objects.filter(owner=owner, game=game)
    name = name.strip()[:LONGEST_LINE_NAME]
    text = "\n".join(turns)
    if not text:
        raise StudyRefusal(StudyRefusalCode.NOTHING_TRIED)
    same = own.filter(number=number, root=root, turns=text)
    if kept := (same.filter(name=name) if name else same).first():
        return kept
    lines = own.count()
    if lines >= MOST_LINES:
        raise StudyRefusal(StudyRefusalCode.TOO_MANY_LINES, most=MOST_LINES)
    return SandboxLine.objects.create(
        owner=owner,
        game=game,
        number=number,
        root=root,
        rules=dict(rules or {}),
        turns=text,
        name=name or gettext("Line {number}").format(number=lines + 1),
        parent=parent if parent and parent.owner_id == owner.pk else None,
        created_at=database_now(),
    )


@transaction.atomic
def extend_line(*, owner: Player, line_id: int, turns: Sequence[str]) -> SandboxLine:
    """Adds to a line: `turns` are all it has and more.

    Locks the line. Raises SandboxLine.DoesNotExist: it is not the owner's; StudyRefusal (LINE_CHANGED: these
    turns do not go on from it).
    """
    line = _own(owner, line_id)
    if tuple(turns[: len(line.texts())]) != line.texts():
        raise StudyRefusal(StudyRefusalCode.LINE_CHANGED)
    line.turns = "\n".join(turns)
    line.save(update_fields=["turns"])
    return line


@transaction.atomic
def rename_line(*, owner: Player, line_id: int, name: str) -> SandboxLine:
    """Without a name it keeps the old one. Locks the line. Raises SandboxLine.DoesNotExist."""
    line = _own(owner, line_id)
    if name := name.strip()[:LONGEST_LINE_NAME]:
        line.name = name
        line.save(update_fields=["name"])
    return line


@transaction.atomic
def delete_line(*, owner: Player, line_id: int) -> None:
    """Its branches stay, and branch off the line before. Locks the line. Raises SandboxLine.DoesNotExist."""
    line = _own(owner, line_id)
    SandboxLine.objects.filter(parent=line).update(parent=line.parent_id)
    line.delete()


@transaction.atomic
def share_line(*, owner: Player, line_id: int) -> SandboxLine:
    """Gives a line of a finished game its unguessable link, or keeps the one it has.

    Locks the line. Raises SandboxLine.DoesNotExist, GameRefusal (NOT_FINISHED; also for a pasted position,
    whose address says everything already).
    """
    line = _own(owner, line_id)
    if line.game is None or line.game.status != Status.FINISHED:
        raise GameRefusal(GameRefusalCode.NOT_FINISHED)
    if not line.share_token:
        line.share_token = secrets.token_urlsafe(16)
        line.save(update_fields=["share_token"])
    return line


@transaction.atomic
def withdraw_line(*, owner: Player, line_id: int) -> SandboxLine:
    """The link leads nowhere from now on, for ever. Locks the line. Raises SandboxLine.DoesNotExist."""
    line = _own(owner, line_id)
    line.share_token = ""
    line.save(update_fields=["share_token"])
    return line


def _own(owner: Player, line_id: int) -> SandboxLine:
    lines = SandboxLine.objects.select_for_update(of=("self",)).select_related("game")
    return lines.get(pk=line_id, owner=owner)


def _lock(owner: Player) -> None:
    """Lines that are kept at the same time are counted one after the other."""
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=owner.pk)


def forget_lines(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that an account is deleted, in the deletion's transaction, and once more when it is settled; or
    that a guest will not come back."""
    SandboxLine.objects.filter(owner=player).delete()


def rename_in_lines(
    sender: object, *, game: Game, players: int, names: Mapping[str, str], **more: Any
) -> None:
    """Hears that a seat is called otherwise, so that what others have tried in the game can still be read.
    The game is locked; locks its lines."""
    lines = list(SandboxLine.objects.select_for_update().filter(game=game))
    for line in lines:
        turns = [renamed_turn(parse_turn(text, players), names) for text in line.texts()]
        line.turns = "\n".join([format_turn(turn, players) for turn in turns])
    SandboxLine.objects.bulk_update(lines, ["turns"])
