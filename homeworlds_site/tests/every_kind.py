"""A game after another, a ladder, stairs, wishes, events and a club, until every kind of notice was told."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse

from accounts.models import Player
from accounts.staff.acts import warn_player
from accounts.tests.cast import person
from clubs.services import found_club
from games.clocks.paces import PACES, USUAL
from games.models import Game, Matter, Room, SeatOrder
from games.services import SeatWish, consent, create_game, say
from games.services.clocks.sweeping import sweep_clocks
from games.services.clocks.undoing import undo_falls
from games.services.clocks.volunteers import call_for_substitutes
from games.services.ready_check import reopen_seats
from games.tests.browsing import Browser
from games.tests.clocks import SETUPS, set_up, time_passes, time_runs_out, timed_table
from games.tests.play import play_turn
from homeworlds.rules import RuleSet, Variant
from ladders.ladder.holding import IDLE
from ladders.ladder.services import challenge, join_ladder, site_ladder, sweep_ladders
from ladders.ladder.services.sinking import sink_holders
from ladders.models import Rated, Rung, Wish
from ladders.stairs.times import SEASON_DAYS
from ladders.tests.climbing import days_pass
from ladders.tests.stairs import ask, give_up, seating
from ladders.tests.wishes import wish
from ladders.wishes.services import answer_wish, seat_bots
from notices.hooks.services import add_hook
from notices.hooks.standing import is_gone
from notices.models import AccountMail, Notice
from notices.sending import send_account_mail, send_notice
from notices.tests.hours import an_hour_passes
from tournaments.models import Event
from tournaments.services.co_directing import accept_co_directing, ask_co_director, hand_over
from tournaments.services.correcting import correct_result
from tournaments.services.directing import notify_all
from tournaments.services.editing import edit_event
from tournaments.services.opening import cancel_event, invite_to_event
from tournaments.services.pairing import take_pairing_in_hand
from tournaments.services.removing import disqualify, remove_player
from tournaments.services.starting import start_now
from tournaments.tests import events
from upkeep.clock import database_now

LAST_CAPTAIN = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
FORGED = "evil.example"


def send_all() -> None:
    """Later, when nobody looks."""
    an_hour_passes()
    for notice in Notice.objects.filter(due_at__isnull=False):
        assert send_notice(notice_id=notice.pk, tries=notice.tries)
    for mail in AccountMail.objects.filter(due_at__isnull=False):
        assert send_account_mail(mail_id=mail.pk, tries=mail.tries)


class Visitor(Browser):
    """Comes by a host that the requests make up."""

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self.client.defaults["HTTP_HOST"] = FORGED

    def does(self, address: str, action: str, *fields: str, button: str = "", **values: str) -> None:
        form = self.open(address).form(*fields, action=action)
        assert self.send(form, button, **values).status_code in (302, 303), action


def table(game: Game) -> str:
    return reverse("games:table", args=[game.public_id])


def make_every_kind_of_notice(alice: Player, bob: Player, charlie: Player) -> None:
    """By requests, but for what Bob says and what staff do with him; he is told of nearly all."""
    creator, other = Visitor(alice), Visitor(bob)
    sue = person("Sue")
    Player.objects.filter(pk=sue.pk).update(is_staff=True)
    sue.refresh_from_db()
    seats = [SeatWish(player=alice), SeatWish(), SeatWish()]
    lobby = create_game(creator=alice, rules=LAST_CAPTAIN, seats=seats, seat_order=SeatOrder.FIXED)
    creator.does(table(lobby), "/seats/3/invite/", "name", name="Charlie")
    other.does(table(lobby), "/join/")
    creator.does(reverse("games:terms", args=[lobby.public_id]), "/terms/", "rated", talk="no")
    send_all()
    creator.does(table(lobby), "/remove/")
    send_all()
    other.does(table(lobby), "/join/")
    creator.does(table(lobby), "/cancel/")
    duel = create_game(creator=bob, rules=RuleSet(), seats=[SeatWish(player=bob), SeatWish()])
    creator.does(table(duel), "/join/")
    send_all()
    duel.refresh_from_db()
    first, second = (creator, other) if duel.seats.get(number=0).player == alice else (other, creator)
    first.does(table(duel), "/turn/", "turn", turn="homeworld R1 B2 G3")
    send_all()
    first.does(table(duel), "/draw/agree/", "answers")
    send_all()
    Player.objects.filter(pk=alice.pk).update(mail_talk=True)
    words = say(game_id=duel.pk, player=bob, room=Room.PLAYERS, text="Grmbl", key="1")
    creator.does(
        reverse("games:report", args=[duel.public_id, words.pk]), "/report/", "reason", reason="Rude"
    )
    warn_player(staff=sue, player=bob, reason="Be kind.")
    send_all()
    second.does(reverse("games:resign", args=[duel.public_id]), "/resign/", "key")
    climb(alice, bob, charlie)
    fill_a_table(alice, bob, charlie)
    let_clocks_run_out(alice, bob, charlie)
    climb_the_stairs(alice, bob, charlie)
    answer_wish(player=alice, wish_id=wish(bob).pk)
    waits = wish(bob, rated=Rated.FRIENDLY)
    Wish.objects.filter(pk=waits.pk).update(waits_since=database_now() - timedelta(days=1))
    seat_bots()
    play_events(alice, bob)
    club = found_club(player=alice, name="Orion")
    creator.does(reverse("pages:club_members", args=[club.public_id]), "/invite/", "name", name="Bob")
    hook = add_hook(player=alice, name="Mine", address="https://hooks.example.org/told")
    is_gone(hook, "410", database_now())
    send_all()


def climb_the_stairs(alice: Player, bob: Player, charlie: Player) -> None:
    """They are seated, somebody wins, and the season is over."""
    Player.objects.update(vacation_since=None, vacation_until=None)
    for player in (alice, bob, charlie):
        player.refresh_from_db()
    ask(alice, bob, charlie)
    (game,) = seating()
    send_all()
    give_up(game, *[seat.player for seat in game.seats.exclude(number=0)])
    send_all()
    seating(SEASON_DAYS + 1)
    send_all()


def play_events(alice: Player, bob: Player) -> None:
    """One that Bob enters is put off and given up; in another that Alice directs he loses a game on time, and
    a round waits for her twice; a third comes to a round that cannot be paired."""
    event = events.entered(events.opened(alice), [bob])
    events.time_passes(event, timedelta(days=2))
    events.followed(event)
    send_all()
    cancel_event(event_id=event.pk, director=alice)
    send_all()
    others = events.people(4)
    event = events.opened(alice, by_invitation=True, rounds=2)
    for each in (bob, *others):
        invite_to_event(event_id=event.pk, director=alice, invited=each)
    send_all()
    events.entered(event, [bob, *others])
    notify_all(event_id=event.pk, director=alice, words="Be kind.")
    take_pairing_in_hand(event_id=event.pk, director=alice)
    start_now(event_id=event.pk, director=alice)
    events.followed(event)
    send_all()
    for days in (3, 28, 3):
        events.time_passes(event, timedelta(days=days))
        events.followed(event)
        send_all()
    for game in events.running(event):
        events.flags(game)
    events.followed(event)
    send_all()
    events.play_round(event)
    send_all()
    event = events.started(alice, [person(f"Late{each}") for each in range(3)], rounds=4)
    send_all()
    for _ in range(3):
        events.play_round(event)
        send_all()
    hand_to_bob(event, alice, bob)


def hand_to_bob(event: Event, alice: Player, bob: Player) -> None:
    """Alice changes what she announced and hands over to Bob, who corrects a result, removes and
    disqualifies."""
    late = [entry.player for entry in event.entries.order_by("number")]
    edit_event(event_id=event.pk, director=alice, title="Late autumn")
    ask_co_director(event_id=event.pk, director=alice, asked=bob)
    send_all()
    accept_co_directing(event_id=event.pk, player=bob)
    hand_over(event_id=event.pk, director=alice, to=bob)
    correct_result(table_id=events.tables(event, 1)[0].pk, director=bob, seat=0, reason="A fault.")
    send_all()
    remove_player(event_id=event.pk, director=bob, player=late[0], reason="A fault.")
    disqualify(event_id=event.pk, director=bob, player=late[1], reason="A fault.")
    send_all()


def climb(alice: Player, bob: Player, charlie: Player) -> None:
    """Alice challenges Bob on the ladder of the site, and gives up; Charlie has challenged nobody there, and
    later nobody plays for his place."""
    ladder = site_ladder()
    for player in (bob, alice, charlie):
        join_ladder(ladder_id=ladder.pk, player=player)
    game = challenge(ladder_id=ladder.pk, player=alice, other=bob).game
    send_all()
    Visitor(alice).does(reverse("games:resign", args=[game.public_id]), "/resign/", "key")
    send_all()
    Rung.objects.update(challenge_by=database_now())
    sweep_ladders()
    send_all()
    days_pass(IDLE.days + 1)
    sink_holders(ladder_id=ladder.pk)
    send_all()


def fill_a_table(alice: Player, bob: Player, charlie: Player) -> None:
    """Alice and Bob are asked to confirm, and do not."""
    seats = [SeatWish(player=alice), SeatWish(), SeatWish()]
    game = create_game(creator=alice, rules=LAST_CAPTAIN, seats=seats)
    for player in (bob, charlie):
        Visitor(player).does(table(game), "/join/")
    send_all()
    Game.objects.filter(pk=game.pk).update(musters_until=game.created_at)
    reopen_seats()
    send_all()


def let_clocks_run_out(alice: Player, bob: Player, charlie: Player) -> None:
    """Bob's vacation begins by itself, and a pause is proposed to him. Alice is warned, excused and adrift;
    a volunteer is told, and takes her seat."""
    duel = time_runs_out(timed_table(bob, alice, vacation_allowed=True))
    send_all()
    consent(game_id=duel.pk, player=alice, matter=Matter.PAUSE)
    send_all()
    game = set_up(timed_table(alice, bob, charlie))
    Notice.objects.filter(key=game.public_id).delete()  # what setting up had to say is over
    time_passes(game, PACES[USUAL].start + timedelta(hours=6))
    sweep_clocks()
    send_all()
    for _ in range(2):
        time_runs_out(game)
        send_all()
    dan = person("Dan")
    dan.mail_open_seats = True
    dan.save()
    call_for_substitutes()
    send_all()
    Visitor(dan).does(table(game), "/take/")
    time_runs_out(game)
    send_all()
    moment = database_now()
    undo_falls(game_id=game.pk, since=moment - timedelta(minutes=1), until=moment)
    lost = timed_table(alice, bob)
    play_turn(lost, SETUPS[0])
    Notice.objects.filter(key=lost.public_id).delete()
    time_runs_out(lost)
    send_all()
    Visitor(alice).does(table(lost), "/play-on/")
