"""The lines beside a sandbox as the template shows them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from board.turn.making import Choosing, query_of
from games.models import Status
from study.lines import Kept, LineView, share_address, tree_of
from study.trail import Root, Trail


@dataclass(frozen=True, slots=True)
class KeptScreen:
    lines: tuple[LineView, ...]
    keep: str
    """Takes the form that keeps what is tried; empty while there is nothing new to keep."""
    turns: str
    """How many turns would be kept."""
    adds_to: str
    """The name of the line that could have the new turns too; empty for none."""
    line: int | None
    """The viewer's own line that is followed."""
    name: str
    """Of that line, or of the one that somebody has shared."""
    is_shared: bool
    """It is somebody's who has shared it."""
    may_share: bool
    why_not_share: str
    share_link: str
    """Where others look at the line; empty while it is not shared."""


def kept_screen(root: Root, trail: Trail, kept: Kept, choosing: Choosing) -> KeptScreen:
    line, own = kept.line, None if kept.shared else kept.line
    new = bool(trail.turns) and (trail.is_new or own is None)
    whole = own is not None and trail.kept == len(own.texts())
    query = query_of([*root.carried, *trail.pairs(), *choosing.pairs()])
    number = len(trail.turns)
    over = root.game is not None and root.game.status == Status.FINISHED
    return KeptScreen(
        lines=tree_of(kept.lines, root, own),
        keep=root.address("keep") + query if new else "",
        turns=ngettext("Keep this turn", "Keep these {number} turns", number).format(number=number),
        adds_to=own.name if own is not None and new and whole else "",
        line=own.pk if own else None,
        name=line.name if line else "",
        is_shared=kept.shared,
        may_share=over,
        why_not_share="" if over else _why_not_share(root),
        share_link=share_address(own, root) if own and own.share_token and over else "",
    )


def _why_not_share(root: Root) -> str:
    if root.game is None:
        return gettext("The address of this page says all that is tried: you can give that to others.")
    return gettext("You can share it when the game is over. Until then only you see it.")
