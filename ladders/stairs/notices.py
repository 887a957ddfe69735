"""Who is told what of the stairs, and how it is said. What tells of a game takes the place of the game's own
notice, so that nobody gets two mails for one thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models import Game
from games.notices import letters, still_true
from games.notices.kinds import NoticeKind
from ladders.begun import notify_begun
from ladders.models import StairsSeason, StairsSeat, StairsStanding
from notices.bell.subjects import Subject
from notices.kinds import Kind, Letter, Link, said
from notices.models import Notice
from notices.services import tell, withdraw

SWITCH: Final = "mail_ladders"
SEATED: Final = "stairs_seated"
RESULT: Final = "stairs_result"
SEASON: Final = "stairs_season"
SEASON_KEY: Final = "stairs-season-"


def notify_seated(game: Game, players: Iterable[Player], *, now: datetime) -> None:
    """Instead of the notice that the game has begun, and that of a turn."""
    notify_begun(SEATED, game, players, now=now)


def notify_result(
    game: Game, players: Iterable[Player], *, number: int, by: Player | None, now: datetime
) -> None:
    """Instead of the notice that the game is over."""
    told = tell(kind=RESULT, key=game.public_id, news=number, players=players, by=by, now=now)
    withdraw(kind=NoticeKind.END, key=game.public_id, news=game.log_number, players=told)


def notify_season_over(season: StairsSeason, players: Iterable[Player], *, now: datetime) -> None:
    key = f"{SEASON_KEY}{season.number}"
    tell(kind=SEASON, key=key, news=season.number, players=players, by=None, now=now)


def subjects(player: Player, notices: Sequence[Notice]) -> dict[str, Subject]:
    """Of the seasons in the bell."""
    keys = {str(notice.key) for notice in notices if str(notice.key).startswith(SEASON_KEY)}
    return {
        key: Subject(
            gettext("Season {number} of the stairs").format(number=key.removeprefix(SEASON_KEY)),
            reverse("ladders:stairs_season", args=[key.removeprefix(SEASON_KEY)]),
        )
        for key in keys
    }


def _seat(notice: Notice) -> StairsSeat | None:
    seats = StairsSeat.objects.filter(player=notice.player, table__game__public_id=notice.key)
    return seats.select_related("table").first()


def is_seated(notice: Notice) -> bool:
    return still_true.has_begun(notice)


def has_result(notice: Notice) -> bool:
    seat = _seat(notice)
    return seat is not None and seat.table.settled_number == notice.news


def season_is_over(notice: Notice) -> bool:
    return _standing(notice) is not None


def seated_letter(notice: Notice) -> Letter:
    begun, seat = letters.start(notice), _seat(notice)
    said = gettext("You have a table of the stairs. You stand on step {step}.").format(
        step=seat.step if seat else ""
    )
    return replace(begun, paragraphs=(said, *begun.paragraphs), picture=None)


def result_letter(notice: Notice) -> Letter:
    ended, seat = letters.end(notice), _seat(notice)
    change = (seat.change if seat else 0) or 0
    step = notice.player.stairs.step
    if change > 0:
        said = ngettext(
            "You go up {number} step of the stairs, and stand on step {step} now.",
            "You go up {number} steps of the stairs, and stand on step {step} now.",
            change,
        )
    elif change < 0:
        said = ngettext(
            "You go down {number} step of the stairs, and stand on step {step} now.",
            "You go down {number} steps of the stairs, and stand on step {step} now.",
            -change,
        )
    else:
        said = gettext("You stay on step {step} of the stairs.")
    return replace(ended, paragraphs=(*ended.paragraphs, said.format(number=abs(change), step=step)))


def season_letter(notice: Notice) -> Letter:
    standing = _standing(notice)
    if standing is None:
        raise ValueError(f"no season is over for {notice}")
    season = standing.season.number
    return Letter(
        subject=gettext("Season {number} of the stairs is over").format(number=season),
        paragraphs=(
            gettext("You stood on step {step}, at place {place}.").format(
                step=standing.step, place=standing.place
            ),
            gettext("In the new season everybody begins half as high: you stand on step {step}.").format(
                step=notice.player.stairs.step
            ),
        ),
        link=Link(gettext("The season"), settings.SITE_URL + reverse("ladders:stairs_season", args=[season])),
    )


def _standing(notice: Notice) -> StairsStanding | None:
    standings = StairsStanding.objects.filter(player=notice.player, season__number=notice.news)
    return standings.select_related("season").first()


KINDS: Final = (
    Kind(SEATED, SWITCH, is_seated, seated_letter, line=said(_("You have a table of the stairs."))),
    Kind(
        RESULT, SWITCH, has_result, result_letter, line=said(_("The game is over, and your step is counted."))
    ),
    Kind(SEASON, SWITCH, season_is_over, season_letter, line=said(_("The season is over."))),
)
