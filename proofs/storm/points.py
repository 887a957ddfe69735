"""Points at which a process of the site dies, put around the site from outside: nothing in it knows of them.

An order is a file, named for a part of the site and a point. The first process of that part that comes to
that point takes the file away and is gone, without a last word. Its environment says which part it is.
"""

from __future__ import annotations

import functools
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.apps import AppConfig

PART: Final = "STORM_PART"
ORDERS: Final = "STORM_ORDERS"
PLANTED: Final = "STORM_PLANTED"
"""Set: a form that is sent again is not known again."""
BEFORE_COMMIT, COMMITTED, CALLED = "before the commit", "after the commit", "after the hooks"
CLAIMED, SENT, SETTLED = "claimed", "sent, not yet noted", "noted as sent"
OF_COMMITS: Final = (BEFORE_COMMIT, COMMITTED, CALLED)
OF_MAILS: Final = (CLAIMED, SENT, SETTLED)


def order_file(folder: Path, part: str, point: str) -> Path:
    return folder / f"{part}, {point}"


class Points(AppConfig):
    name = "proofs.storm"
    label = "storm"

    def ready(self) -> None:
        if os.environ.get(PLANTED):
            plant()
        part, folder = os.environ.get(PART), os.environ.get(ORDERS)
        if part and folder:
            install(functools.partial(die_if_told, Path(folder), part))


def die_if_told(folder: Path, part: str, point: str) -> None:
    try:
        order_file(folder, part, point).unlink()
    except FileNotFoundError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


def plant() -> None:
    """The defect that must be found: the key of a form is not looked up."""
    from games.services import turns

    turns.answered_before = lambda *_asked: None  # type: ignore[assignment]


def install(at: Callable[[str], None]) -> None:
    """`at` is called with each point that is come to."""
    from django.db.backends.base.base import BaseDatabaseWrapper

    around_commits(BaseDatabaseWrapper, at)
    around_mails(at)


def around_commits(wrapper: Any, at: Callable[[str], None]) -> None:
    """Only those of something that must follow: a turn, or a call that the sweep repeats."""
    commit, call = wrapper.commit, wrapper.run_and_clear_commit_hooks

    @functools.wraps(commit)
    def commit_between(self: Any) -> None:
        self.storm_follows = bool(self.run_on_commit)
        if self.storm_follows:
            at(BEFORE_COMMIT)
        commit(self)
        if self.storm_follows:
            at(COMMITTED)

    @functools.wraps(call)
    def call_between(self: Any) -> None:
        call(self)
        if getattr(self, "storm_follows", False):
            self.storm_follows = False
            at(CALLED)

    wrapper.commit, wrapper.run_and_clear_commit_hooks = commit_between, call_between


def around_mails(at: Callable[[str], None]) -> None:
    from notices import sending

    claim, settle = sending.claim, sending.settle

    def claim_between(mail: Any) -> bool:
        claimed = claim(mail)
        if claimed:
            at(CLAIMED)
        return claimed

    def settle_between(mail: Any, **how: Any) -> None:
        if how.get("sent_at"):
            at(SENT)
        settle(mail, **how)
        if how.get("sent_at"):
            at(SETTLED)

    sending.claim, sending.settle = claim_between, settle_between  # type: ignore[assignment]
