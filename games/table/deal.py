"""What everybody who may see a game may know of its deal: what was sealed, and all once the game is over."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext

from games.log.alignments import openings
from games.log.deals import Sealed, by_place, deal_of, fingerprint
from games.models import Game, Status
from homeworlds.outcome import Alignment
from homeworlds.rules import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat as it stood before the start; what opens it is empty until the end."""

    player: str
    contribution: str
    hash: str
    alignment: str
    salt: str

    @property
    def side(self) -> str:
        return gettext("Evil") if self.alignment == Alignment.EVIL else gettext("Good")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDeal:
    game: str
    why_none: str = ""
    """Why nothing proves the deal; then nothing else is there."""
    seed_hash: str = ""
    seed: str = ""
    """Empty until the game is over."""
    places: tuple[Place, ...] = ()
    """Empty until the start."""
    fingerprint: str = ""

    def file(self) -> dict[str, Any]:
        """As `homeworlds.deal` reads it."""
        names = ("game", "seed_hash", "seed", "fingerprint")
        return {name: getattr(self, name) for name in names} | {
            "places": [asdict(each) for each in self.places]
        }


def shown_deal(game: Game) -> ShownDeal:
    """Of a game of `game_for_viewer`; the same for every viewer. Two queries at most."""
    deal = deal_of(game)
    if deal is None or game.status == Status.CANCELLED:
        return ShownDeal(game=game.public_id, why_none=_why_none(game))
    shown = ShownDeal(game=game.public_id, seed_hash=deal.seed_hash)
    if game.started_at is None:
        return shown
    seats = by_place(list(game.seats.all()))
    opened = openings(game) or [Sealed("", "")] * len(seats)
    places = [
        Place(
            player=seat.shown_name,
            contribution=seat.contribution,
            hash=hashed,
            alignment=alignment,
            salt=salt,
        )
        for seat, hashed, (alignment, salt) in zip(seats, deal.hashes, opened, strict=True)
    ]
    return ShownDeal(
        game=game.public_id,
        seed_hash=deal.seed_hash,
        seed=deal.seed if game.status == Status.FINISHED else "",
        places=tuple(places),
        fingerprint=fingerprint(game, deal, seats),
    )


def _why_none(game: Game) -> str:
    if game.variant != Variant.GOOD_VS_EVIL:
        return gettext("Nothing is hidden in this game, so there is no deal to prove.")
    if game.status == Status.CANCELLED:
        return gettext("This game never began, so nothing was dealt.")
    if game.imported:
        return gettext("This game was played elsewhere: nothing here proves how it was dealt.")
    return gettext("This game has no proof of its deal: it was made before there was one.")
