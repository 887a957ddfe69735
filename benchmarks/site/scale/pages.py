"""The pages that are measured, by what they are called, who looks, and their addresses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.db.models import F

from accounts.models import Player
from benchmarks.site.scale.people import HERO, RIVAL, SOUGHT
from clubs.models import Club
from games.models import Game, Seat
from ratings.models import PlayerRating

ADMIN: Final[dict[str, tuple[str, ...]]] = {
    "games/game": ("", "status__exact=running", "variant__exact=sinister", "q={game}", "q={part}", "p=3"),
    "accounts/player": (
        "",
        "kind__exact=human",
        "kind__exact=guest",
        "is_staff__exact=1",
        "q={name}",
        "q={email}",
        "p=1",
    ),
    "games/report": ("", "settled_at__isempty=1"),
    "games/logentry": ("", "kind__exact=turn", "kind__exact=void", "q={game}"),
    "notices/notice": ("", "dropped__exact=seen", "q={name}"),
    "notices/accountmail": ("", "q={name}"),
    "ratings/playerrating": ("", "pool__exact=two", "q={name}"),
    "upkeep/staffact": ("", "act__exact=warn", "q={name}"),
    "clubs/club": ("", "q=Orion"),
    "clubs/clubreport": ("", "settled_at__isempty=1"),
}
"""Lists of staff and what is asked of them."""
BARE: Final = str.maketrans("", "", "{}")


class Page(NamedTuple):
    called: str
    who: str
    """Empty: a visitor."""
    address: str


def pages() -> Iterator[Page]:
    yield from _of_games()
    yield from _of_players()
    yield from _of_others()
    yield from _of_staff()


def _of_games() -> Iterator[Page]:
    mine, opened = "/games/mine/", "/games/open/"
    yield Page("lobby", HERO, opened)
    yield Page("lobby, visitor", "", opened)
    yield Page("lobby, page 18", HERO, f"{opened}?page=18")
    yield Page("lobby, of four", HERO, f"{opened}?players=4")
    yield Page("home", HERO, "/")
    yield Page("home, visitor", "", "/")
    yield Page("home, nothing waits", RIVAL, "/")
    yield Page("My games", HERO, mine)
    yield Page("My games, searched", HERO, f"{mine}?words={_name(50)}")
    yield Page("My games, finished", HERO, f"{mine}?state=finished")
    yield Page("My games, finished, later", HERO, f"{mine}?state=finished&after={_finished(1500)}")
    yield Page("My games, finished, oldest first", HERO, f"{mine}?state=finished&order=oldest")
    yield Page("My games, finished, searched", HERO, f"{mine}?state=finished&words={_name(50)}")
    yield Page("My games, cancelled", HERO, f"{mine}?state=cancelled")
    yield Page("table, running", HERO, f"/games/{_running()}/")
    yield Page("table, finished", HERO, f"/games/{_finished(3)}/")
    yield Page("record", "", f"/games/{_finished(3)}/record.json")


def _of_players() -> Iterator[Page]:
    profile, ratings = f"/players/{HERO}/", "/ratings/"
    yield Page("profile", RIVAL, profile)
    yield Page("profile, visitor", "", profile)
    yield Page("profile, later", "", f"{profile}?finished={_finished(1500)}")
    yield Page("profile's ratings", "", f"{profile}ratings/")
    yield Page("ratings", HERO, ratings)
    yield Page("ratings, page 3", HERO, f"{ratings}?page=3")
    yield Page("ratings, last full page", HERO, f"{ratings}?page={_listed() // 50}")
    yield Page("ratings, searched", HERO, f"{ratings}?name={_name(SOUGHT)}")


def _of_others() -> Iterator[Page]:
    club = f"/clubs/{Club.objects.earliest('pk').public_id}/"
    yield Page("clubs", HERO, "/clubs/")
    yield Page("clubs, searched", HERO, "/clubs/?words=Orion")
    yield Page("club", HERO, club)
    yield Page("club's games", HERO, f"{club}games/?state=finished")
    yield Page("club's members", HERO, f"{club}members/")
    yield Page("ladders", HERO, "/ladders/")
    yield Page("ladder", HERO, "/ladders/site/")
    yield Page("ladder, visitor", "", "/ladders/site/")
    yield Page("ladder, last page", "", "/ladders/site/?page=999999")
    yield Page("ladder's log", "", "/ladders/site/events/")
    yield Page("stairs", HERO, "/stairs/")
    yield Page("events", HERO, "/events/")
    yield Page("events, page 9", HERO, "/events/?page=9")
    yield Page("find a game", HERO, "/find/")


def _of_staff() -> Iterator[Page]:
    game = _finished(3)
    known = {
        "game": game,
        "part": game[:5],
        "name": _name(SOUGHT),
        "email": f"{_name(SOUGHT).lower()}@example.org",
    }
    yield Page("admin", HERO, "/admin/")
    for model, asked in ADMIN.items():
        for query in asked:
            shown, said = query.format(**known), query.translate(BARE)
            yield Page(
                f"admin {model.partition('/')[2]} {said}".strip(),
                HERO,
                f"/admin/{model}/?{shown}".rstrip("?"),
            )


def _finished(place: int) -> str:
    """The public id of a game that the player has finished; so many have ended later."""
    seats = Seat.objects.filter(player__name=HERO, ended_at__isnull=False, game__visibility="public")
    found: str = seats.order_by("-ended_at", "-game_id").values_list("game__public_id", flat=True)[place]
    return found


def _running() -> str:
    """In which it is the measured player's turn."""
    waiting = Game.objects.filter(seats__player__name=HERO, seats__number=F("next_seat"))
    return waiting.earliest("pk").public_id


def _listed() -> int:
    return PlayerRating.objects.filter(pool="two", games__gt=0).count()


def _name(place: int) -> str:
    """Of one of the players whom the measured one has met."""
    rival = Player.objects.get(name=RIVAL)
    return Player.objects.get(pk=rival.pk + 1 + place).name
