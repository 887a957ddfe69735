"""What proves the deal of a game of Good vs Evil (`homeworlds.deal`, docs/deal.md): the site is bound to its
seed before anybody contributes, the seats are sealed at the start, and all is open once the game is over."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.models import Deal, Game, Seat
from homeworlds.deal import dealt, digest
from homeworlds.rules import Variant

logger = logging.getLogger(__name__)

_DIGITS: Final = re.compile("[0-9a-f]{64}")


class Sealed(NamedTuple):
    """A seat's part of the deal."""

    alignment: str
    salt: str


def contribution_of(text: str) -> str:
    """As a player's browser sent it; empty for what is none."""
    return text if _DIGITS.fullmatch(text) else ""


def _seal(creator: int, key: str) -> str:
    return f"{creator}:{key}" if key else secrets.token_hex(32)


def _seed(seal: str, secret: str) -> str:
    return salted_hmac(__name__, seal, secret=secret, algorithm="sha256").hexdigest()


def seed_hash_for(creator: int, key: str) -> str:
    """What a game that this key makes will be bound to: shown before its creator contributes."""
    return digest("seed", _seed(_seal(creator, key), settings.SECRET_KEY))


def bind_deal(game: Game) -> None:
    """Binds the site to the seed of a new game.

    The seed follows from the stored seal and the site's own key: who has the database alone cannot try out
    what a contribution would bring about, nor can a player who makes up the key of a form."""
    seal = _seal(game.creator_id, game.creation_key)
    Deal.objects.create(game=game, seal=seal, seed_hash=digest("seed", _seed(seal, settings.SECRET_KEY)))


def deal_of(game: Game) -> Deal | None:
    """None for a game whose deal cannot be proven: also one that the release before has started."""
    if game.variant != Variant.GOOD_VS_EVIL:
        return None
    deal = Deal.objects.filter(game=game).first()
    return None if deal and game.started_at and not deal.hashes else deal


def by_place(seats: Sequence[Seat]) -> list[Seat]:
    """As they stood before the start: in the order of their ids, which no lot changes."""
    return sorted(seats, key=lambda seat: seat.pk)


def fingerprint(game: Game, deal: Deal, seats: Sequence[Seat]) -> str:
    """Of all that is shown from the start on; whoever keeps it notices any change."""
    given = [seat.contribution for seat in by_place(seats)]
    return digest("fingerprint", game.public_id, deal.seed_hash, *given, *deal.hashes)


def seal_seats(game: Game, seats: Sequence[Seat]) -> Mapping[int, Sealed]:
    """The deal by ids of seats, which are sealed with it; empty when nothing proves it. The game must be
    locked, and nobody can contribute any more."""
    deal = deal_of(game)
    if deal is None:
        return {}
    seeds = [_seed(deal.seal, key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    seed = next((seed for seed in seeds if digest("seed", seed) == deal.seed_hash), "")
    if not seed:
        logger.error("The key is gone that the seed of game %s came from: nothing proves its deal.", game)
        deal.delete()
        return {}
    places = by_place(seats)
    letters = dealt(game.public_id, seed, [seat.contribution for seat in places])
    sealed = [Sealed(letter, secrets.token_hex(32)) for letter in letters]
    deal.seed = seed
    deal.hashes = [
        digest("seat", game.public_id, str(place), *each) for place, each in enumerate(sealed, start=1)
    ]
    deal.save(update_fields=["seed", "hashes"])
    return {seat.pk: each for seat, each in zip(places, sealed, strict=True)}
