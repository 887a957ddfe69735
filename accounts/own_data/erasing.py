"""What is known of a person outside the person's own rows: in what staff wrote, in reports of errors, and in
sessions of whoever typed the address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from accounts.models import Player
from upkeep.services import forget_words

NAMES_PLAYER: Final = frozenset({SESSION_KEY, "user_id", "user_pk"})
"""Under which keys a session, or a step of a log-in kept in it, has the id of a player."""


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
    pk, sessions = str(player.pk), Session.objects.iterator(chunk_size=500)
    found = [session.pk for session in sessions if pk in _players_in(session.get_decoded())]
    for first in range(0, len(found), 500):
        Session.objects.filter(pk__in=found[first : first + 500]).delete()
    return len(found)


def _players_in(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key in NAMES_PLAYER:
                yield str(inner)
            yield from _players_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _players_in(inner)
