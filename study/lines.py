"""The lines that a viewer keeps, and those that others have shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from board.turn.making import query_of
from games.access import Viewer
from games.models import Status
from homeworlds.notation import format_position
from homeworlds.refusals import Refusal
from homeworlds.rules import RuleSet, Variant, with_options
from study.models import SandboxLine
from study.pasting import pasted_root, read_position
from study.trail import Root

DEEPEST: Final = 4
"""Branches of branches stand further in so many times, then below each other."""


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of the viewer's own."""

    pk: int
    name: str
    link: str
    note: str
    """How long it is and where it begins."""
    current: bool
    branches: tuple[LineView, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """All that is kept beside a sandbox."""

    lines: tuple[SandboxLine, ...] = ()
    line: SandboxLine | None = None
    """The one that is followed."""
    shared: bool = False
    """It is somebody's who has shared it."""


def kept_at(root: Root, viewer: Viewer, *, line: str = "", shared: str = "") -> Kept:
    """The viewer's lines of the game, or from the same pasted position; of them `line` by its number, or
    one that is shared by its token. Two queries at most. Raises Http404: there is no such line.
    """
    lines = tuple(_lines(root, viewer))
    if shared:
        return Kept(lines, _shared(root, shared), shared=True)
    if not line:
        return Kept(lines)
    found = next((each for each in lines if str(each.pk) == line and each.number == _number(root)), None)
    if found is None:
        raise Http404
    return Kept(lines, found)


def _lines(root: Root, viewer: Viewer) -> Sequence[SandboxLine]:
    if viewer.is_anonymous:
        return []
    own = SandboxLine.objects.filter(owner=viewer, game=root.game)
    if root.game is not None:
        return list(own)
    return [line for line in own.filter(root=root_text(root)) if line.rules == rules_json(root.state.rules)]


def _shared(root: Root, token: str) -> SandboxLine:
    if root.game is None or root.game.status != Status.FINISHED:
        raise Http404
    line = SandboxLine.objects.filter(game=root.game, number=root.number, share_token=token).first()
    if line is None:
        raise Http404
    return line


def _number(root: Root) -> int | None:
    return root.number if root.game else None


def root_text(root: Root) -> str:
    return format_position(root.state.position)


def rules_json(rules: RuleSet) -> dict[str, Any]:
    """As a line from a pasted position stores them."""
    return {"variant": rules.variant.value, "options": rules.options()}


def line_address(line: SandboxLine) -> str:
    """The sandbox at the end of the line. Expects the line with its game.

    Raises Refusal: the pasted position cannot be read any more.
    """
    said = [("line", str(line.pk))]
    if line.game is not None:
        return reverse("study:sandbox", args=[line.game.public_id, line.number]) + query_of(said)
    return reverse("study:pasted") + query_of([*_pasted(line).carried, *said])


def root_address(line: SandboxLine) -> str:
    """The sandbox where the line begins. Raises Refusal like `line_address`."""
    if line.game is not None:
        return reverse("study:sandbox", args=[line.game.public_id, line.number])
    return reverse("study:pasted") + query_of([*_pasted(line).carried])


def _pasted(line: SandboxLine) -> Root:
    rules = with_options(RuleSet(variant=Variant(line.rules["variant"])), line.rules["options"])
    return pasted_root(rules, read_position(line.root, rules))


def share_address(line: SandboxLine, root: Root) -> str:
    """Where others look at a line from this position of a game."""
    return root.address("page") + query_of([("shared", line.share_token)])


def tree_of(lines: Sequence[SandboxLine], root: Root, current: SandboxLine | None) -> tuple[LineView, ...]:
    """The lines of a sandbox, each with its branches."""
    known = {line.pk for line in lines}
    branches: dict[int | None, list[SandboxLine]] = {}
    for line in lines:
        above = line.parent_id if line.parent_id in known else None
        branches.setdefault(above, []).append(line)
    return _branches(branches, None, root, current, 0)


def _branches(
    branches: Mapping[int | None, Sequence[SandboxLine]],
    above: int | None,
    root: Root,
    current: SandboxLine | None,
    depth: int,
) -> tuple[LineView, ...]:
    found: list[LineView] = []
    for line in branches.get(above, ()):
        below = _branches(branches, line.pk, root, current, depth + 1)
        deep = depth >= DEEPEST
        found.append(_view(line, root, line == current, () if deep else below))
        found += below if deep else ()
    return tuple(found)


def _view(line: SandboxLine, root: Root, current: bool, branches: tuple[LineView, ...]) -> LineView:
    if root.game is not None:
        page = reverse("study:sandbox", args=[root.game.public_id, line.number])
        link = page + query_of([("line", str(line.pk))])
    else:
        link = root.address("page") + query_of([*root.carried, ("line", str(line.pk))])
    return LineView(line.pk, line.name, link, _note(line), current, branches)


def _note(line: SandboxLine) -> str:
    turns = len(line.texts())
    length = ngettext("{number} turn", "{number} turns", turns).format(number=turns)
    if not line.number:
        return length
    return gettext("{length}, after turn {number}").format(length=length, number=line.number)


def pasted_lines(viewer: Viewer) -> tuple[LineView, ...]:
    """The viewer's lines from all pasted positions that can be read."""
    if viewer.is_anonymous:
        return ()
    found = []
    for line in SandboxLine.objects.filter(owner=viewer, game=None):
        try:
            found.append(LineView(line.pk, line.name, line_address(line), _note(line), current=False))
        except Refusal:
            continue
    return tuple(found)
