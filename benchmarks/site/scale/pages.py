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

SHOWN: Final = """
lobby | hero | /games/open/
lobby, visitor | | /games/open/
lobby, page 18 | hero | /games/open/?page=18
lobby, of four | hero | /games/open/?players=4
home | hero | /
home, visitor | | /
home, nothing waits | rival | /
My games | hero | /games/mine/
My games, searched | hero | /games/mine/?words={met}
My games, finished | hero | /games/mine/?state=finished
My games, finished, later | hero | /games/mine/?state=finished&after={later}
My games, finished, oldest first | hero | /games/mine/?state=finished&order=oldest
My games, finished, searched | hero | /games/mine/?state=finished&words={met}
My games, cancelled | hero | /games/mine/?state=cancelled
table, running | hero | /games/{running}/
table, finished | hero | /games/{game}/
record | | /games/{game}/record.json
profile | rival | /players/{hero}/
profile, visitor | | /players/{hero}/
profile, later | | /players/{hero}/?finished={later}
profile's ratings | | /players/{hero}/ratings/
ratings | hero | /ratings/
ratings, page 3 | hero | /ratings/?page=3
ratings, last full page | hero | /ratings/?page={last}
ratings, searched | hero | /ratings/?name={name}
clubs | hero | /clubs/
clubs, searched | hero | /clubs/?words=Orion
club | hero | /clubs/{club}/
club's games | hero | /clubs/{club}/games/?state=finished
club's members | hero | /clubs/{club}/members/
ladders | hero | /ladders/
ladder | hero | /ladders/site/
ladder, visitor | | /ladders/site/
ladder, last page | | /ladders/site/?page=999999
ladder's log | | /ladders/site/events/
stairs | hero | /stairs/
events | hero | /events/
events, page 9 | hero | /events/?page=9
find a game | hero | /find/
admin | hero | /admin/
"""
LISTS: Final = """
games/game | status__exact=running | variant__exact=sinister | q={game} | q={part} | p=3
accounts/player | kind__exact=human | kind__exact=guest | is_staff__exact=1 | q={name} | q={email} | p=1
games/report | settled_at__isempty=1
games/logentry | kind__exact=turn | kind__exact=void | q={game}
notices/notice | dropped__exact=seen | q={name}
notices/accountmail | q={name}
ratings/playerrating | pool__exact=two | q={name}
upkeep/staffact | act__exact=warn | q={name}
clubs/club | q=Orion
clubs/clubreport | settled_at__isempty=1
"""
"""Of staff: each as it is, and what else is asked of it."""
BARE: Final = str.maketrans("", "", "{}")


class Page(NamedTuple):
    called: str
    who: str
    """Empty: a visitor."""
    address: str


def pages() -> Iterator[Page]:
    known, people = _known(), {"hero": HERO, "rival": RIVAL, "": ""}
    for line in SHOWN.strip().splitlines():
        called, who, address = map(str.strip, line.split("|"))
        yield Page(called, people[who], address.format(**known))
    for line in LISTS.strip().splitlines():
        model, *asked = map(str.strip, line.split("|"))
        for query in ("", *asked):
            called = f"admin {model.partition('/')[2]} {query.translate(BARE)}".strip()
            yield Page(called, HERO, f"/admin/{model}/?{query.format(**known)}".rstrip("?"))


def _known() -> dict[str, object]:
    """What stands in braces."""
    game, name = _finished(3), _name(SOUGHT)
    waiting = Game.objects.filter(seats__player__name=HERO, seats__number=F("next_seat"))
    return {
        "hero": HERO,
        "game": game,
        "part": game[:5],
        "later": _finished(1500),
        "running": waiting.earliest("pk").public_id,
        "club": Club.objects.earliest("pk").public_id,
        "name": name,
        "email": f"{name.lower()}@example.org",
        "met": _name(50),
        "last": PlayerRating.objects.filter(pool="two", games__gt=0).count() // 50,
    }


def _finished(place: int) -> str:
    """The public id of a game that the player has finished; so many have ended later."""
    seats = Seat.objects.filter(player__name=HERO, ended_at__isnull=False, game__visibility="public")
    found: str = seats.order_by("-ended_at", "-game_id").values_list("game__public_id", flat=True)[place]
    return found


def _name(place: int) -> str:
    """Of one of the players whom the measured one has met."""
    return Player.objects.get(pk=Player.objects.get(name=RIVAL).pk + 1 + place).name
