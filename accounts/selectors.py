from collections.abc import Iterable
from typing import Final

from allauth.account.models import EmailAddress
from django.db.models import OuterRef, Q, QuerySet

from accounts.models import FormerName, Player, Quiet
from accounts.names import name_key
from upkeep.kept.compiled_query import CompiledQuery


def newcomers_waiting_for(address: str) -> QuerySet[Player]:
    """Who have signed up and never been in, for want of the code that was sent to this address."""
    return Player.objects.newcomers().filter(emailaddress__email=address.lower())


def name_is_taken(name: str, *, by_other_than: Player | None = None, waiting_for: str = "") -> bool:
    """Whether somebody has, or once had, this name or one that looks like it; who only waits for the code
    sent to the address `waiting_for` does not count."""
    key = name_key(name)
    same, former = Player.objects.filter(name_key=key), FormerName.objects.filter(name_key=key)
    if waiting_for:
        same = same.exclude(pk__in=newcomers_waiting_for(waiting_for).values("pk"))
    if by_other_than:
        same, former = same.exclude(pk=by_other_than.pk), former.exclude(player=by_other_than)
    return same.exists() or former.exists()


def player_called(name: str) -> Player | None:
    """Whoever has this name or one that looks like it, or else once had it; nobody sees newcomers yet."""
    key = name_key(name)
    now = _seen().filter(name_key=key).first()
    return now or Player.objects.filter(former_names__name_key=key).first()


def _seen() -> QuerySet[Player]:
    return Player.objects.exclude(pk__in=Player.objects.newcomers().values("pk"))


def bots_of_level(level: str) -> QuerySet[Player]:
    """The accounts of one level, always in the same order; an account holds at most one seat in a game."""
    return Player.objects.filter(kind=Player.Kind.BOT, bot_level=level, is_active=True).order_by("pk")


def blocked_among(player: int, others: Iterable[int]) -> bool:
    """Whether a player has blocked any of these others, or has been blocked by one (all by id)."""
    others = list(others)
    pairs = Q(owner=player, other__in=others) | Q(owner__in=others, other=player)
    return Quiet.objects.filter(pairs, kind=Quiet.Kind.BLOCK).exists()


def blocked_with(player: Player) -> QuerySet[Quiet]:
    """All blocks by the player and of the player, for use inside other queries."""
    return Quiet.objects.filter(Q(owner=player) | Q(other=player), kind=Quiet.Kind.BLOCK)


def is_known(player: Player) -> bool:
    """A person with an account that can be written to: no guest, no bot, nobody who is gone. The one gate of
    all that counts: rated games, ladders, stairs, wishes."""
    is_here = player.is_human and player.is_active and not player.is_former
    return is_here and player.unconfirmed_since is None


def confirmed_addresses(players: Iterable[Player]) -> dict[int, str]:
    """The e-mail addresses of those who have confirmed one, by player id; without players no query."""
    addresses = EmailAddress.objects.filter(user__in=[player.pk for player in players])
    return dict(addresses.filter(verified=True, primary=True).values_list("user_id", "email"))


def confirmed_address(player: Player) -> str:
    """The same of one; empty: there is none. One query."""
    return next((address for (address,) in _CONFIRMED(player.pk)), "")


_CONFIRMED: Final = CompiledQuery(
    lambda player: EmailAddress.objects.filter(user=player, verified=True, primary=True).values_list("email"),
    int,
)


def confirmed_addresses_of(player: OuterRef) -> QuerySet[EmailAddress]:
    """The same of one player, for use inside other queries."""
    return EmailAddress.objects.filter(user=player, verified=True, primary=True)


def reader_of(address: str) -> Player | None:
    """Whoever has shown that mail to the address arrives."""
    confirmed = EmailAddress.objects.filter(email=address.lower(), verified=True).select_related("user")
    found = confirmed.first()
    return found.user if found else None


def is_confirmed_elsewhere(address: str, *, player: Player | None) -> bool:
    """Whether somebody else than `player` has shown that mail to the address arrives."""
    confirmed = EmailAddress.objects.filter(email=address.lower(), verified=True)
    return confirmed.exclude(user=player).exists()


def person_named(name: str) -> Player | None:
    """Whoever has this name or one that looks like it, and can be spoken to: no bot, no guest."""
    people = _seen().filter(kind=Player.Kind.HUMAN, is_active=True)
    return people.filter(name_key=name_key(name)).first()
