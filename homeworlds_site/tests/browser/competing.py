"""Events, a cup, a ladder, stairs, a club and ratings in which much has happened; names as long as can be."""

from __future__ import annotations

from typing import Final

from accounts.models import Player
from accounts.tests.cast import person
from clubs.models import Club
from clubs.tests.clubhouse import club_of
from games.models import Game
from games.tests.play import table_of
from homeworlds.rules import Preset, Variant, preset_rules
from ladders.ladder.services import site_ladder
from ladders.tests.climbing import busy_ladder
from ladders.tests.crowds import crowd, on_ladder, on_stairs
from ladders.tests.stairs import give_up
from ladders.tests.stairs import table_of as table_of_stairs
from ratings.tests.rating import won
from ratings.tests.rows import rated
from tournaments.models import Event, Format, Round
from tournaments.services.opening import open_event
from tournaments.tests.events import entered, opened, plan, play_out, play_round, running, started, wins

LONGEST: Final = "The longest title that an event of this house can ever have!"
CLUB: Final = "The longest name that a club can have!"


def competing(alice: Player) -> dict[str, str]:
    """Pages by their names; Alice plays in all of it, and directs one event."""
    people = [
        person(name) for name in ("Wwwwwwwwwwwwwwwwwwww", "Wilhelmina-Henrietta", "Bartholomew-Maximil")
    ]
    people += [person(f"Player{number}") for number in range(1, 5)]
    for number, player in enumerate([alice, *people]):
        rated(player, 1_764.0 - 37 * number)
    pages = {name: event.get_absolute_url() for name, event in _events(alice, people).items()}
    pages["event log"] = f"{pages['swiss']}log/"
    pages["event directed"] = f"{pages['director']}direct/"
    club = _club(alice, people)
    _climbing(alice, people)
    won(alice, people[0])
    won(people[2], alice)
    home = club.get_absolute_url()
    return {
        **pages,
        "events": "/events/",
        "event new": "/events/new/",
        "ladders": "/ladders/",
        "ladder": "/ladders/site/",
        "ladder events": "/ladders/site/events/",
        "stairs": "/stairs/",
        "ratings": "/ratings/",
        "own ratings": "/players/Alice/ratings/",
        "profile": "/players/Alice/",
        "profile of another": f"/players/{people[1].name}/",
        "settings": "/accounts/settings/",
        "clubs": "/clubs/",
        "club": home,
        "members": f"{home}members/",
        "club settings": f"{home}settings/",
    }


def _events(alice: Player, people: list[Player]) -> dict[str, Event]:
    all_of_them = [alice, *people]
    more = [person(f"Newcomer{number}") for number in range(1, 8)]
    open_ = entered(
        opened(people[3], title=LONGEST, about="Bring tea.", most=12, least=3), all_of_them + more
    )
    to_enter = entered(opened(people[3], title="Spring Swiss", about="Bring tea."), people)
    divisions = started(people[3], all_of_them[:6], Format.DIVISIONS, title="Autumn division")
    for game in running(divisions)[:9]:
        wins(game)
    pods = started(people[4], all_of_them, Format.PODS, title="Autumn pods")
    wins(running(pods)[0])
    cup = started(people[5], all_of_them, Format.KNOCKOUT, title=LONGEST, best_of=3)
    while Round.objects.filter(event=cup).count() < 2:
        play_round(cup)
    wins(running(cup)[0])
    swiss = play_round(play_round(started(people[4], all_of_them, title="Autumn Swiss", rounds=5)))
    wins(running(swiss)[1])
    directed = play_round(started(alice, people, title="Winter Swiss"))
    over = play_out(started(people[6], all_of_them[:4], title="Summer Swiss"))
    return {
        "announced": open_,
        "to enter": to_enter,
        "divisions": divisions,
        "pods": pods,
        "cup": cup,
        "swiss": swiss,
        "director": directed,
        "over": over,
    }


def _climbing(alice: Player, people: list[Player]) -> None:
    on_ladder(site_ladder(), crowd(20))
    busy_ladder(alice, *people[:5])
    on_stairs(crowd(40, "Climbing"))
    give_up(table_of_stairs(alice, *people[:3]), *people[:3])


def _club(alice: Player, people: list[Player]) -> Club:
    club = club_of(alice, *people, name=CLUB)
    open_event(director=alice, plan=plan(title=LONGEST), club=club)
    game = table_of(*people[:4], rules=preset_rules(Preset.BOOKLET, Variant.GOOD_VS_EVIL))
    Game.objects.filter(pk=game.pk).update(club=club)
    return club
