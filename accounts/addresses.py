"""Whose an e-mail address is: confirmed by its reader's code, and given back to its reader on demand."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.logged_in import forget_sessions
from accounts.models import AddressChange, FormerName, Player
from accounts.selectors import is_confirmed_elsewhere
from accounts.services import GUEST_START, new_guest_name
from accounts.signals import guest_renamed
from upkeep.clock import database_now

UNCONFIRMED_FOR: Final = timedelta(days=1)
"""So long a name may wait for the code sent to its address."""
TAKEN_BACK_WITHIN: Final = timedelta(days=7)
IN_ONE_GO: Final = timedelta(days=1)
"""Who steals an account may set up a second factor first, and so long before giving it another address."""
AT_ONCE: Final = 100
_SALT: Final = "accounts.addresses.undo"


class TooLate(ValidationError):
    def __init__(self) -> None:
        super().__init__(
            _("A change of address can be taken back for %(days)s days. Please write to the staff."),
            code="too_late",
            params={"days": TAKEN_BACK_WITHIN.days},
        )


class AddressElsewhere(ValidationError):
    def __init__(self) -> None:
        super().__init__(
            _("Another account has this address now. Please write to the staff."), code="address_elsewhere"
        )


@transaction.atomic
def confirm_address(*, player: Player, address: str) -> None:
    """The player has shown that mail to the address arrives: from now on it is the player's to log in with.

    Whoever else was entered with it without showing that has no address any more. `player` is brought up to
    date; for one who is gone meanwhile nothing is done. Locks all of them, in the order of their ids.
    """
    concerned = Player.objects.filter(Q(pk=player.pk, deleted_at=None) | Q(email__iexact=address))
    locked = concerned.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True)
    if player.pk not in list(locked):
        return
    Player.objects.filter(email__iexact=address).exclude(pk=player.pk).update(email=None)
    player.unconfirmed_since, player.email, player.refused_address = None, address, ""
    player.save(update_fields=["unconfirmed_since", "email", "refused_address"])


def address_refused(*, player: Player, address: str) -> None:
    """A mail server says that there is no such address: the player is told so on every page, if still
    there."""
    Player.objects.filter(pk=player.pk, deleted_at=None).update(refused_address=address)


def address_works(*, player: Player) -> None:
    """A mail to the player has been accepted; as the player was read, without a query if that is no news."""
    if player.refused_address:
        Player.objects.filter(pk=player.pk).update(refused_address="")


def on_address_confirmed(*, email_address: EmailAddress, **_signal: Any) -> None:
    """Of the account library, in the transaction that confirms the address."""
    confirm_address(player=email_address.user, address=email_address.email)


def on_address_changed(
    *,
    user: Player,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **_signal: Any,
) -> None:
    """Likewise. An address that was never confirmed gives nobody a right to the account; of somebody who is
    gone meanwhile no address is written down."""
    there = Player.objects.select_for_update(no_key=True).filter(pk=user.pk, deleted_at=None)
    if from_email_address is not None and from_email_address.verified and there.first() is not None:
        remember_address_change(player=user, old=from_email_address.email, new=to_email_address.email)


@transaction.atomic
def remember_address_change(*, player: Player, old: str, new: str) -> AddressChange:
    """So that the reader of the old address can take the change back."""
    return AddressChange.objects.create(player=player, old=old, new=new, at=database_now())


def undo_link(change: AddressChange) -> str:
    """The address of the page that takes the change back; only the reader of the old address may get it."""
    return settings.SITE_URL + reverse(
        "account_address_undo", args=[signing.Signer(salt=_SALT).sign_object(change.pk)]
    )


def change_of(token: str) -> AddressChange:
    """The change that `undo_link` was made for. Raises BadSignature, AddressChange.DoesNotExist."""
    pk = signing.Signer(salt=_SALT).unsign_object(token)
    return AddressChange.objects.select_related("player").get(pk=pk, player__deleted_at=None)


def may_be_undone(change: AddressChange) -> bool:
    return change.undone_at is None and change.at > database_now() - TAKEN_BACK_WITHIN


@transaction.atomic
def undo_address_change(*, change: AddressChange) -> Player:
    """Gives the account back to the reader of the old address, who chooses a new password by mail.

    Ends every session, the password, codes on their way for a new one, and what was changed since: later
    changes of address cannot be taken back any more, second factors set up after the change, or in the day
    before, are gone. Locks the player. The same again changes nothing. Raises TooLate, AddressElsewhere.
    """
    player = Player.objects.select_for_update().get(pk=change.player_id)
    change = AddressChange.objects.select_for_update().get(pk=change.pk)
    if change.undone_at is not None:
        return player
    if not may_be_undone(change):
        raise TooLate
    if is_confirmed_elsewhere(change.old, player=player):
        raise AddressElsewhere
    EmailAddress.objects.filter(user=player).delete()
    EmailAddress.objects.create(user=player, email=change.old, verified=True, primary=True)
    forget_factors_since(change.at - IN_ONE_GO, player=player)
    player.address_changes.filter(at__gte=change.at).update(undone_at=database_now())
    player.set_unusable_password()
    player.save(update_fields=["password"])
    confirm_address(player=player, address=change.old)
    forget_sessions(player=player)
    return player


def forget_factors_since(moment: datetime, *, player: Player) -> None:
    """Takes off what the player was asked for besides the password from then on, in the transaction of the
    caller; recovery codes do not stay alone."""
    factors = Authenticator.objects.filter(user=player)
    factors.filter(created_at__gt=moment).delete()
    if not factors.exclude(type=Authenticator.Type.RECOVERY_CODES).exists():
        factors.delete()


def _unconfirmed_for_long() -> QuerySet[Player]:
    return Player.objects.filter(unconfirmed_since__lt=database_now() - UNCONFIRMED_FOR)


def forget_what_was_not_confirmed() -> int:
    """Frees the names that have waited for a code too long: who never was in goes, a guest is one again."""
    late = list(_unconfirmed_for_long().order_by("unconfirmed_since").values_list("pk", flat=True)[:AT_ONCE])
    for pk in late:
        _forget_unconfirmed(pk)
    AddressChange.objects.filter(at__lt=database_now() - TAKEN_BACK_WITHIN).delete()
    return len(late)


@transaction.atomic
def _forget_unconfirmed(pk: int) -> None:
    player = _unconfirmed_for_long().select_for_update().filter(pk=pk).first()
    if player is None:  # the code has come meanwhile, or another name waits for one now
        return
    if player.last_login is None:
        player.delete()
        return
    EmailAddress.objects.filter(user=player).delete()
    before = FormerName.objects.filter(player=player, name__startswith=GUEST_START).first()
    old, player.name = player.name, before.name if before else new_guest_name()
    FormerName.objects.filter(player=player).delete()
    # Its session goes on, and hangs on the password; a guest cannot log in with it.
    player.kind, player.unconfirmed_since, player.refused_address = Player.Kind.GUEST, None, ""
    player.save(update_fields=["name", "name_key", "kind", "unconfirmed_since", "email", "refused_address"])
    guest_renamed.send(sender=Player, player=player, old=old)
