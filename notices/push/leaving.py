"""Who logs out, or goes for good, is not called by that browser any more."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest

from accounts.models import Player
from accounts.signals import account_deleted, guest_gone
from notices.push import services
from notices.push.models import PushDevice

DEVICE: Final = "push_device"
"""Where a session keeps which device its browser is."""


def connect_all() -> None:
    account_deleted.connect(services.devices_left, dispatch_uid="notices.push.devices_left")
    guest_gone.connect(services.devices_left, dispatch_uid="notices.push.guest_gone")
    user_logged_out.connect(browser_leaves, dispatch_uid="notices.push.browser_leaves")


def browser_leaves(sender: object, *, request: HttpRequest, user: Player | None, **more: Any) -> None:
    """The session is still there."""
    device = PushDevice.objects.filter(pk=request.session.get(DEVICE)).first()
    if device is not None and user is not None and device.player_id == user.pk:
        services.remove(device=device)
