"""Who came in and who did not, in the log: by public ids, never by names, addresses or what was typed."""

from __future__ import annotations

import logging
from typing import Any

from allauth.account import signals as accounts
from allauth.account.authentication import get_authentication_records
from allauth.mfa import signals as factors
from django.contrib.auth import signals as django
from django.http import HttpRequest

from accounts.models import Player

logger = logging.getLogger(__name__)


def register_all() -> None:
    """In `AppConfig.ready`."""
    django.user_logged_in.connect(_logged_in, dispatch_uid="entries")
    django.user_logged_out.connect(_logged_out, dispatch_uid="entries")
    django.user_login_failed.connect(_failed, dispatch_uid="entries")
    factors.authentication_failed.connect(_code_failed, dispatch_uid="entries")
    factors.authenticator_added.connect(_added, dispatch_uid="entries")
    factors.authenticator_removed.connect(_removed, dispatch_uid="entries")
    for signal in (accounts.password_changed, accounts.password_set, accounts.password_reset):
        signal.connect(_new_password, dispatch_uid="entries")


def passkey_refused() -> None:
    logger.warning("A passkey was refused.")


def _logged_in(*, request: HttpRequest, user: Player, **_signal: Any) -> None:
    shown = get_authentication_records(request, user)
    ways = ", ".join(str(each.get("type") or each["method"]) for each in shown)
    logger.info("Logged in: %s (%s).", user.public_id, ways or user.kind)


def _logged_out(*, user: Player | None, **_signal: Any) -> None:
    if user is not None:
        logger.info("Logged out: %s.", user.public_id)


def _failed(**_signal: Any) -> None:
    logger.warning("A log-in failed: no such address, or another password.")


def _code_failed(*, user: Player, **_signal: Any) -> None:
    logger.warning("A code was wrong: %s.", user.public_id)


def _added(*, user: Player, authenticator: Any, **_signal: Any) -> None:
    logger.info("Second factor added: %s (%s).", user.public_id, authenticator.type)


def _removed(*, user: Player, authenticator: Any, **_signal: Any) -> None:
    logger.info("Second factor removed: %s (%s).", user.public_id, authenticator.type)


def _new_password(*, user: Player, **_signal: Any) -> None:
    logger.info("New password: %s.", user.public_id)
