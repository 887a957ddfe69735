"""What the account library tells of addresses, in the transaction that changes them."""

from typing import Any

from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.addresses import confirm_address, remember_address_change
from accounts.models import Player


def hear_of_confirmed_address(*, email_address: EmailAddress, **_signal: Any) -> None:
    confirm_address(player=email_address.user, address=email_address.email)


def hear_of_changed_address(
    *,
    request: HttpRequest,
    user: Player,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **_signal: Any,
) -> None:
    """An address that was never confirmed gives nobody a right to the account."""
    if from_email_address is not None and from_email_address.verified:
        remember_address_change(player=user, old=from_email_address.email, new=to_email_address.email)
