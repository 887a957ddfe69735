"""A house with something in every room, and who comes to visit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http.cookies import SimpleCookie
from typing import Any, Final

from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.test import Client

from accounts.addresses import remember_address_change, undo_link
from accounts.mail import off_link
from accounts.models import Player
from accounts.services import create_guest, ensure_bots
from accounts.tests.cast import log_in_as_staff, person
from clubs.models import Club, ClubAnswer, Membership
from clubs.models import Role as ClubRole
from clubs.services import accept_club_invitation, found_club, invite_to_club, report_club
from games import services
from games.models import FormerPlayer, Game, Mark, MarkKind, Room, Seat, SeatOrder, TalkMessage
from games.notices.muting import mute_link
from games.services import SeatWish
from homeworlds.rules import RuleSet, Variant
from homeworlds_site.tests.addresses import address
from homeworlds_site.tests.twin_worlds import undone
from ladders.tests.climbing import ladder_of
from ladders.tests.stairs import season_over
from ladders.tests.wishes import wish
from notices.digest.links import off_link as digest_off_link
from notices.feeds.links import token_of
from notices.hooks.services import add_hook
from notices.models import AccountMail, Notice, PushDevice
from notices.push.acts import MUTE, address_of
from notices.push.sending import arrival_address
from ratings.models import Exclusion, PlayerRating
from study.services import keep_line
from tournaments.models import Event, EventTable
from tournaments.tests.events import started
from upkeep.clock import database_now
from upkeep.models import Fault, Tally
from upkeep.seconding import ask_another
from upkeep.services import tally, write_down_act

ROLES: Final = ("anonymous", "guest", "stranger", "player", "creator", "staff", "superuser")
DOORS: Final = ("former", "director plays", "director", "officer", "staff plays")
"""Further roles, of whom only what changes something is asked: `as_role`."""
ORDER: Final = {"answers": "0", "key": "k", "turn": "homeworld G3 B1 Y3"}
AT_ENTRY: Final = {"answers": "0", "key": "k"}
WORDS: Final = {"room": "players", "key": "k", "text": "Hello"}
NOTE: Final = {"note": "Look out for red.", "answers": "0"}
TERMS: Final = {"terms": "1"}
DATA: Final[Mapping[str, Mapping[str, str]]] = {
    "account_language": {"language": "en"},
    "account_quiet": {"kind": "mute"},
    "ladders:find": {"players": "2", "clocks": "normal"},
    "ladders:stairs_ask": {"variants": "sinister", "sizes": "4"},
    "tournaments:act": {"words": "Welcome."},
    "pages:club_invite": {"name": "Rita"},
    "pages:club_member": {"act": "officer"},
    "pages:club_ladder": {"rules": "binary-booklet", "clock": "ladder"},
    "pages:club_news": {"news": "A cup begins."},
    "pages:club_settings": {"name": "Vega", "joining": "open"},
    "pages:club_report": {"reason": "Rude."},
    "admin:clubs_club_act": {"reason": "Rude."},
    "admin:clubs_clubreport_act": {"reason": "It is a joke."},
    "games:join": TERMS,
    "games:terms": TERMS,
    "games:agree": TERMS,
    "games:invitation": TERMS,
    "games:draw": {"after": "0-old"},
    "games:draw_agree": AT_ENTRY,
    "games:draw_claim": AT_ENTRY,
    "games:clocks_agree": {"matter": "clock", "pace": "slow"},
    "games:clocks_against": {"matter": "clock"},
    "games:give_time": {"key": "given"},
    "games:take_back": AT_ENTRY,
    "games:take_back_fragment": AT_ENTRY,
    "games:say": WORDS,
    "games:say_fragment": WORDS,
    "games:report": {"reason": "Rude."},
    "games:note": NOTE,
    "games:note_fragment": NOTE,
    "admin:upkeep_staffrequest_change": {"refuse": "1"},
    "admin:games_game_act": {"reason": "Both agreed."},
    "admin:ratings_exclusion_act": {"reason": "It was a mistake."},
    "tournaments:decide": {"reason": "It was played elsewhere."},
    "admin:accounts_player_act": {"reason": "Asked for it."},
    "admin:games_report_act": {"reason": "Rude."},
    "games:turn": ORDER,
    "games:turn_fragment": ORDER,
    "games:show": {"turn": "homeworld G3 B1 Y3"},
    "study:sandbox_show": {"turn": "homeworld G3 B1 Y3"},
    "study:sandbox_end": {"turn": "homeworld G3 B1 Y3"},
    "study:line_rename": {"name": "Better"},
    "games:resign": {"key": "k"},
    "pages:learn_turn": {"turn": "homeworld Y1 B2 G3"},
    "pages:learn_turn_fragment": {"turn": "homeworld Y1 B2 G3"},
}


def table(text: str, roles: Sequence[str] = ROLES) -> dict[str, list[int]]:
    """Address, and of a game its state: the status for each role."""
    rows = {}
    for line in filter(None, text.splitlines()):
        what, *statuses = line.rsplit(None, len(roles))
        assert what not in rows
        rows[what] = [int(status) for status in statuses]
    return rows


KEPT_PLACE: Final = 3


class House:
    """People, and Alice's games with Bob in the three states a game can be looked at in."""

    def __init__(self) -> None:
        ensure_bots()
        alice, bob, zoe, stan, rita = map(person, ("Alice", "Bob", "Zoe", "Stan", "Rita"))
        stan.is_staff = rita.is_staff = rita.is_superuser = True
        stan.save()
        rita.save()
        self.people: dict[str, Player | None] = dict(
            zip(ROLES, (None, create_guest(), zoe, bob, alice, stan, rita), strict=True)
        )
        pair = [SeatWish(player=alice), SeatWish(player=bob)]
        last = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
        running, finished = [
            services.create_game(creator=alice, rules=RuleSet(), seats=pair, seat_order=SeatOrder.FIXED)
            for _ in range(2)
        ]
        services.take_turn(game_id=finished.pk, player=alice, answers=0, key="k", text="homeworld G3 B1 Y3")
        services.resign(game_id=finished.pk, player=bob, key="r", confirmed=True)
        # Told of the finished game only, even if something had been found in another.
        for game in (running, finished):
            text = "homeworld G2 B1 Y3"
            Mark.objects.create(game=game, number=1, kind=MarkKind.MISSED, seat=0, text=text)
        wishes = [*pair, SeatWish(), SeatWish()]
        opened = services.create_game(creator=alice, rules=last, seats=wishes)
        kept = opened.seats.all()[KEPT_PLACE - 1]
        services.invite(game_id=opened.pk, player=alice, seat_id=kept.pk)
        self.games: dict[str, Game] = {"open": opened, "running": running, "finished": finished}
        self.messages = {state: _bob_says(game, bob) for state, game in self.games.items()}
        of_bob = {"player": bob, "kind": "turn", "created_at": database_now()}
        report = services.report_message(
            game=running, message_id=self.messages["running"].pk, player=alice, reason="Rude."
        )
        self.tokens = {"link": _invited(alice, None), "named": _invited(alice, bob)}
        self.clubs = {"seen": _club(alice, bob, stan), "hidden": _club(alice, bob, stan, hidden=True)}
        act = write_down_act(
            staff=rita, act="close_account", done_to=zoe, public_id=zoe.public_id, reason="Asked for it."
        )
        tally("sweep")
        event = started(alice, [bob, *map(person, ("Ida", "Ole", "Una"))])
        entry = finished.log.get(number=1)
        line = keep_line(owner=alice, game=finished, number=0, turns=["homeworld Y3 B1 G3"])
        device = PushDevice.objects.create(
            player=alice,
            endpoint="https://fcm.googleapis.com/a",
            name="Phone",
            **dict.fromkeys(("created_at", "tested_at"), database_now()),
        )
        told = Notice.objects.filter(player=alice).latest("pk")
        self.arguments: dict[str, object] = {
            "number": 0,
            "lesson": 1,
            "event": event.public_id,
            "event_table": EventTable.objects.get(round__event=event, seats__entry__player=bob).pk,
            "event_act": "message",
            "ladder": ladder_of(alice, bob).public_id,
            "rival": alice.public_id,
            "season": season_over(),
            "wish": wish(alice).pk,
            "entry": 1,
            "step": 0,
            "mark": MarkKind.MISSED.value,
            "place": KEPT_PLACE + 1,
            "kept_place": KEPT_PLACE,
            "taken_place": 2,
            "person": alice.public_id,
            "hook": add_hook(player=alice, name="Mine", address="https://hooks.example.org/").pk,
            "about": f"club-{self.clubs['seen'].public_id}",
            "feed_token": token_of(alice),
            "name": alice.name,
            "undo_token": undo_link(
                remember_address_change(player=alice, old="old@example.com", new="alice@example.com")
            ).split("/")[-2],
            "passkey": 1,
            "mute_token": mute_link(bob, running.public_id).split("/")[-2],
            "digest_token": digest_off_link(alice).rstrip("/").rpartition("/")[2],
            "off_token": off_link(alice, "mail_turns").rstrip("/").rpartition("/")[2],
            "push_device": device.pk,
            "button_token": address_of(told, device.pk, MUTE).split("/")[-2],
            "push_token": arrival_address(device).split("/")[-2],
            "game_pk": finished.pk,
            "club_pk": self.clubs["seen"].pk,
            "club_act": "clear",
            "club_report_pk": report_club(club=self.clubs["seen"], player=zoe, reason="Rude.").pk,
            "club_report_act": "settle",
            "entry_pk": entry.pk,
            "line": line.pk,
            "report_pk": report.pk,
            "report_act": "hide",
            "game_act": "void",
            "player": alice.pk,
            "act": "close",
            "act_pk": act.pk,
            "request_pk": ask_another(
                asker=stan, page="accounts.player", row=zoe.pk, act="note", arguments={}, reason="Look."
            ).pk,
            "tally_pk": Tally.objects.get(name="sweep").pk,
            "notice_pk": Notice.objects.create(**of_bob, key=running.public_id, news=1).pk,
            "account_mail_pk": AccountMail.objects.create(**of_bob, address="bob@example.com").pk,
            "exclusion_pk": Exclusion.objects.create(player=zoe, since=database_now()).pk,
            "exclusion_act": "readmit",
            "rating_pk": PlayerRating.objects.create(
                player=zoe, pool="two", number=1, rating=1600, deviation=200, games=2, day=20_000
            ).pk,
            "rating_act": "exclude",
            "fault_pk": Fault.objects.create(fingerprint="f", headline="It broke.", text="How.").pk,
            "variant": Variant.SINISTER,
            "content_type": ContentType.objects.get_for_model(Player).pk,
            "app": "games",
        }

    def as_role(self, role: str) -> Player:
        """One of DOORS: Bob, who plays in the games and in the event, or Zoe, who plays nowhere."""
        bob, zoe = self.people["player"], self.people["stranger"]
        assert bob is not None and zoe is not None
        if role == "former":
            for seat in Seat.objects.filter(
                player=bob, game__in=self.games.values(), game__started_at__isnull=False
            ):
                FormerPlayer.objects.create(
                    seat=seat, player=bob, log_number=1, missed=0, left_at=database_now()
                )
                Seat.objects.filter(pk=seat.pk).update(player=person(f"Sub{seat.pk}"), has_substitute=True)
        elif role in ("director plays", "director"):
            Event.objects.update(director=zoe if role == "director" else bob)
        elif role == "officer":
            Membership.objects.filter(player=bob).update(role=ClubRole.OFFICER, officer_since=database_now())
        else:
            Player.objects.filter(pk=bob.pk).update(is_staff=True)
        return Player.objects.get(pk=zoe.pk if role == "director" else bob.pk)

    def url(self, row: str) -> str:
        name, _, state = row.partition(" ")
        more: dict[str, object] = {}
        if state in self.games:
            more = {"game": self.games[state].public_id, "message": self.messages[state].pk}
        elif state in self.clubs:
            club = self.clubs[state]
            asked = club.invitations.filter(answer=ClubAnswer.WAITING).get()
            more = {"club": club.public_id, "club_invitation": asked.pk}
        elif state:
            more = {"token": self.tokens[state]}
        return address(name, {**self.arguments, **more})


def _bob_says(game: Game, bob: Player) -> TalkMessage:
    return services.say(game_id=game.pk, player=bob, room=Room.PLAYERS, text="Hello", key="h")


def _club(alice: Player, bob: Player, asked: Player, *, hidden: bool = False) -> Club:
    """Alice is its founder, Bob a member; somebody of the staff is invited."""
    club = found_club(player=alice, name="Orion", hidden=hidden)
    invite_to_club(club_id=club.pk, player=alice, invited=bob)
    accept_club_invitation(club_id=club.pk, player=bob)
    invite_to_club(club_id=club.pk, player=alice, invited=asked)
    return club


def _invited(alice: Player, invited: Player | None) -> str:
    """To a game of its own, for two."""
    game = services.create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])
    seat = game.seats.get(player=None)
    return services.invite(game_id=game.pk, player=alice, seat_id=seat.pk, invited=invited).token


class Visitor:
    def __init__(self, player: Player | None) -> None:
        self.client = Client(raise_request_exception=True)
        if player is not None and player.is_staff:
            log_in_as_staff(self.client, player)
        elif player is not None:
            self.client.force_login(player)
        self.cookies = self.client.cookies.output(header="")

    def status(self, method: str, url: str, data: Any = None) -> int:
        return int(self.answer(method, url, data).status_code)

    def answer(self, method: str, url: str, data: Any = None, **headers: str) -> Any:
        """What is answered; what it changed is undone."""
        cache.clear()
        self.client.cookies = SimpleCookie(self.cookies)
        with undone():
            return getattr(self.client, method)(url, data or {}, headers=headers)
