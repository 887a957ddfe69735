"""What is known of a person outside the person's own rows: in what staff wrote, in reports of errors, and in
sessions of whoever typed the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from accounts.models import Player
from upkeep.services import forget_words


def _in_digits(player: Player) -> str:
    return str(player.pk)


NAMES_PLAYER: Final[Mapping[str, Callable[[Player], str]]] = {
    SESSION_KEY: _in_digits,
    "account_authentication_methods_user": _in_digits,
    "user_id": _in_digits,
    "user_pk": user_pk_to_url_str,
}
"""Under which keys a session, or a step of a log-in in it, has a player's id, and how it is written there."""


def words_of(player: Player) -> set[str]:
    """By which the player is known: names and addresses, those of before too."""
    words = {player.name, player.email or ""}
    words.update(player.former_names.values_list("name", flat=True))
    words.update(EmailAddress.objects.filter(user=player).values_list("email", flat=True))
    for change in player.address_changes.values_list("old", "new"):
        words.update(change)
    return words - {""}


def erase_words(player: Player, words: set[str], instead: str) -> None:
    """Takes names and addresses out of what staff and the site itself have written, and frees the addresses
    from who only claimed them."""
    addresses = {word.lower() for word in words if "@" in word}
    claims = EmailAddress.objects.filter(email__in=addresses, verified=False).exclude(user=player)
    Player.objects.newcomers().filter(pk__in=claims.values("user")).delete()
    claims.delete()
    forget_words(words, instead)


def forget_sessions_naming(player: Player) -> int:
    """Ends every session that belongs to the player, or in which somebody has begun to log in as the player;
    how many. Opens all sessions of the site one by one: for workers."""
    written = {key: write(player) for key, write in NAMES_PLAYER.items()}
    sessions = Session.objects.iterator(chunk_size=500)
    found = [session.pk for session in sessions if _names(session.get_decoded(), written)]
    for first in range(0, len(found), 500):
        Session.objects.filter(pk__in=found[first : first + 500]).delete()
    return len(found)


def _names(value: Any, written: Mapping[str, str]) -> bool:
    """Whether one of the keys has the value that is written of the player, however deep."""
    if isinstance(value, Mapping):
        return any(written.get(key) == str(inner) or _names(inner, written) for key, inner in value.items())
    return isinstance(value, list) and any(_names(inner, written) for inner in value)
