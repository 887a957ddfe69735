"""What is kept of somebody can be taken away, all of it, and is gone once the account is deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import time
from io import StringIO

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmation
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.db.models import ForeignKey, ManyToManyField, Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.addresses import remember_address_change
from accounts.deletion import delete_account
from accounts.models import Player, Quiet
from accounts.own_data import parts
from accounts.own_data.export import export_of
from accounts.own_data.parts import WHY, Part, all_left_out, all_parts, columns_of, names_player
from accounts.quiet import quiet
from accounts.services import create_guest, rename
from accounts.tests.cast import PASSWORD, log_in_as_staff, person
from accounts.tests.logging_in import show_password
from clubs.services import found_club, invite_to_club, join_club, report_club
from games import services
from games.models import (
    DrawVote,
    FormerPlayer,
    Game,
    GameNote,
    Leaver,
    Mark,
    MarkKind,
    MarkTally,
    Matter,
    Room,
    Seat,
    SecretAlignment,
)
from games.services import SeatWish
from games.tests.play import deal, play_peaceful_turns, table_of
from homeworlds.rules import RuleSet, Variant
from ladders.ladder.services import challenge, join_ladder, site_ladder
from ladders.stairs.times import SEASON_DAYS
from ladders.tests.stairs import ask, seating
from ladders.tests.wishes import wish
from ladders.wishes.services import answer_wish
from notices.digest.services import save_hours
from notices.feeds.links import token_of
from notices.feeds.models import CalendarMark
from notices.hooks.services import add_hook
from notices.models import Delivery, Notice, PushDevice
from notices.services import mute
from notices.switches.services import save_choices
from ratings.models import Exclusion
from ratings.tests.rating import won
from ratings.ticks import tick
from study.services import keep_line
from tournaments.tests.events import leave_marks
from upkeep.concerns import asked_for
from upkeep.models import Fault
from upkeep.seconding import ask_another
from upkeep.services import write_down_act
from upkeep.tests.elements import page_of

URL = "/accounts/data/"


# --- Nothing is forgotten: every table and column has been thought of


def leads_to_players(model: type[Model], seen: frozenset[type[Model]] = frozenset()) -> bool:
    """Whether its rows belong to players, by whatever way."""
    if model is Player:
        return True
    led_to = {
        column.related_model
        for column in (*model._meta.concrete_fields, *model._meta.many_to_many)
        if isinstance(column, (ForeignKey, ManyToManyField))
    }
    return any(leads_to_players(each, seen | {model}) for each in led_to - seen - {model})


def forgotten(registered: list[Part], left_out: set[type[Model]]) -> Iterator[str]:
    by_model = {part.model: part for part in registered}
    for model in apps.get_models(include_auto_created=True):
        if not leads_to_players(model) or model in left_out:
            continue
        if model not in by_model:
            yield f"{model._meta.label}: neither exported nor left out with a reason"
            continue
        part = by_model[model]
        columns = {column.name for column in columns_of(model)}
        for name in columns ^ {*part.columns, *part.kept_back}:
            yield f"{model._meta.label}.{name}: said neither in columns nor in kept_back, or no such column"
        for name in {*part.columns} & {*part.kept_back}:
            yield f"{model._meta.label}.{name}: exported and kept back"


def test_every_column_that_leads_to_a_player_is_exported_or_left_out_with_its_reason() -> None:
    left_out = dict(all_left_out())
    assert list(forgotten(list(all_parts()), set(left_out))) == []
    assert not {part.model for part in all_parts()} & set(left_out)
    assert set(WHY) == set(parts.Why)


def test_a_forgotten_column_or_table_is_found() -> None:
    registered = list(all_parts())
    notes = next(part for part in registered if part.model is GameNote)
    others = [part for part in registered if part is not notes]
    left_out = {model for model, _why in all_left_out()}
    assert [*forgotten(others, left_out)] == ["games.GameNote: neither exported nor left out with a reason"]
    short = replace(notes, columns=tuple(name for name in notes.columns if name != "text"))
    assert ["GameNote.text" in each for each in forgotten([*others, short], left_out)] == [True]


NAME, OLDER, WORD = "Zyxwvut", "Ponmlkj", "Grmblfx"
ADDRESS, OLD_ADDRESS = "zyxwvut@example.com", "before@ponmlkj.example"
MARKS = (NAME, OLDER, WORD, ADDRESS, OLD_ADDRESS)


class Marked:
    """A player who has left marks everywhere, and others who have mentioned them."""

    def __init__(self, client: Client) -> None:
        # The library writes ids beyond 9 in two ways.
        Player(pk=4000, name="Filler", is_active=False).save()
        self.player, self.bob, self.charlie = person(NAME), person("Bob"), person("Charlie")
        self.stan = person("Stan")
        Player.objects.filter(pk=self.stan.pk).update(is_staff=True, is_superuser=True)
        self.client = client
        cache.clear()  # of what other tests have counted
        client.login(email=ADDRESS, password=PASSWORD)
        log_in = {"login": ADDRESS, "password": PASSWORD}
        Client(headers={"user-agent": f"{WORD} of {NAME}"}).post(reverse("account_login"), log_in)
        log_in_as_staff(client, self.player)  # a second factor
        Client().post(reverse("account_login"), log_in)  # and a log-in that waits for it
        # Somebody forgot the password, and somebody else signs up with the address.
        Client().post(reverse("account_reset_password"), {"email": ADDRESS})
        EmailAddress.objects.create(user=self.charlie, email=ADDRESS, verified=False, primary=False)
        rename(player=self.player, name=OLDER)
        self.player = rename(player=self.player, name=NAME)
        remember_address_change(player=self.player, old=OLD_ADDRESS, new=ADDRESS)
        own = EmailAddress.objects.get(user=self.player)
        EmailConfirmation.objects.create(email_address=own, key="k" * 30, sent=timezone.now())
        quiet(player=self.player, other=self.bob, kind=Quiet.Kind.BLOCK)
        quiet(player=self.charlie, other=self.player, kind=Quiet.Kind.MUTE)
        self._games()
        self._calls()
        self._staff()

    def _calls(self) -> None:
        player = self.player
        save_choices(player=player, choices={}, mail_at_all=True)
        for notice in Notice.objects.filter(player=player):
            Delivery.objects.create(notice=notice, channel="push", created_at=timezone.now())
        quiet_hours = {"quiet_from": None, "quiet_to": None, "urgent_at_night": True}
        daily = {"at": time(7), "weekdays": [0], "when_nothing": False}
        save_hours(player=player, zone="", **daily, **quiet_hours)
        add_hook(player=player, name="Mine", address="https://hooks.example/told")
        token_of(player)
        moment = {"changed_at": timezone.now(), "said": "x"}
        CalendarMark.objects.create(player=player, uid="turn-1", **moment)
        keys = {"p256dh": "k" * 30, "auth": "k" * 30}
        PushDevice.objects.create(
            player=player, endpoint="https://push.example/1", name="Mine", created_at=timezone.now(), **keys
        )

    def _games(self) -> None:
        player, bob, charlie = self.player, self.bob, self.charlie
        ended = play_peaceful_turns(table_of(player, bob, rules=RuleSet()), 6)
        services.resign(game_id=ended.pk, player=bob, key="r", confirmed=True)
        self.running = play_peaceful_turns(table_of(player, bob, rules=RuleSet()), 5)
        secret = table_of(bob, player, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
        deal(secret, "GGE")
        self.secret = play_peaceful_turns(secret, 4)
        mine = [SeatWish(player=player), SeatWish(invited=charlie, word=f"From {NAME}, {WORD}")]
        services.create_game(creator=player, rules=RuleSet(), seats=mine, key="made")
        services.create_game(
            creator=charlie, rules=RuleSet(), seats=[SeatWish(player=charlie), SeatWish(invited=player)]
        )
        number = Game.objects.get(pk=self.secret.pk).log_number
        services.agree_to_draw(game_id=self.secret.pk, player=player, answers=number, key="d")
        services.consent(game_id=self.running.pk, player=player, matter=Matter.CLOCK, pace="normal")
        said = services.say(
            game_id=self.running.pk, player=player, room=Room.PLAYERS, text=f"{WORD}, mail {ADDRESS}", key="1"
        )
        other = services.say(game_id=self.running.pk, player=bob, room=Room.PLAYERS, text="Hm", key="2")
        services.see_talk(game=self.running, player=player, last_seen={Room.PLAYERS: other.pk})
        services.report_message(
            game=self.running, message_id=other.pk, player=player, reason=f"{WORD}! {NAME}"
        )
        services.report_message(
            game=self.running, message_id=said.pk, player=bob, reason=f"{NAME} gives {ADDRESS} away"
        )
        mute(player=player, key=self.running.public_id)
        services.write_note(game=self.running, player=player, text=f"{WORD}: I am {NAME}", answers=0)
        Mark.objects.create(game=ended, number=1, kind=MarkKind.MISSED, seat=0, player=player)
        left = Seat.objects.get(game=ended, player=bob)
        FormerPlayer.objects.create(seat=left, player=player, log_number=3, missed=1, left_at=timezone.now())
        MarkTally.objects.create(player=player, variant=ended.variant)
        won(player, bob)
        Exclusion.objects.create(player=player, since=timezone.now())
        tick(owner=player, player=bob)
        ladder = site_ladder()
        for each in (charlie, player):
            join_ladder(ladder_id=ladder.pk, player=each)
        challenge(ladder_id=ladder.pk, player=player, other=charlie)
        join_club(club_id=found_club(player=bob, name="Orion").pk, player=player)
        hidden = found_club(player=charlie, name="Vega", hidden=True)
        invite_to_club(club_id=hidden.pk, player=charlie, invited=player)
        report_club(club=hidden, player=player, reason=f"{WORD}! {NAME}")
        keep_line(owner=player, root="<0> x", turns=["pass"], name=WORD)
        ask(player, charlie, self.stan)
        seating()
        seating(SEASON_DAYS + 1)
        wish(player)
        answer_wish(player=player, wish_id=wish(self.stan).pk)
        leave_marks(player, [bob, charlie, self.stan], f"{WORD} from {NAME}")

    def _staff(self) -> None:
        with asked_for(self.stan, at_the_machine=True):  # they play with each other
            write_down_act(
                staff=self.stan,
                act="close_account",
                done_to=self.player,
                public_id=self.player.public_id,
                concerns=(self.player,),
                reason=f"{NAME.upper()} wrote from {ADDRESS} ({OLD_ADDRESS}).",
            )
        ask_another(
            asker=self.stan,
            page="accounts.player",
            row=self.player.pk,
            act="address",
            arguments={"address": [ADDRESS], "name": [OLDER]},
            reason=f"{NAME} wrote from {OLD_ADDRESS}.",
        )
        Fault.objects.create(fingerprint="f", headline=f"No {NAME}", text=f"KeyError: '{OLDER}'")

    def erase(self) -> None:
        delete_account(player=self.player)
        services.settle_leaver(leaver_id=Leaver.objects.get(player=self.player).pk)


@pytest.fixture
def marked(db: None, client: Client, calls: object) -> Marked:
    return Marked(client)


# --- Taking it away


def exported(player: Player) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads(export_of(player))["tables"]
    return found


def test_the_file_holds_what_the_player_left_everywhere(marked: Marked) -> None:
    text = export_of(marked.player)
    tables = exported(marked.player)
    empty = {name for name, rows in tables.items() if not rows}
    assert not empty, "the test has to leave a mark there"
    for word in MARKS:
        assert word in text
    assert [row["text"] for row in tables["talk"]] == [f"{WORD}, mail {ADDRESS}"]
    assert [row["alignment"] for row in tables["own_alignments"]] == ["G"]
    assert len(tables["log"]) == 3 + 3 + 1


def test_whoever_is_named_in_a_row_gets_it_unless_the_reason_is_said(marked: Marked) -> None:
    for part in all_parts():
        got = set(part.rows(marked.player).values_list("pk", flat=True))
        for column in columns_of(part.model):
            if names_player(column) and column.name not in part.not_mine:
                rows = part.model._base_manager.filter(**{column.name: marked.player})
                assert set(rows.values_list("pk", flat=True)) <= got, f"{part.name} by {column.name}"


def test_nobody_gets_keys_or_what_others_keep_to_themselves(marked: Marked) -> None:
    text = export_of(marked.player)
    secrets = [
        marked.player.password,
        *Session.objects.values_list("session_key", flat=True),
        *Game.objects.values_list("watch_token", flat=True),
        "k" * 30,
    ]
    assert not [secret for secret in secrets if secret in text]
    assert "gives" not in text  # what Bob reported
    others = SecretAlignment.objects.exclude(seat__player=marked.player)
    assert not {row["seat"] for row in exported(marked.player)["own_alignments"]} & {
        each.seat_id for each in others
    }
    assert [row["other"] for row in exported(marked.player)["muted_and_blocked"]] == ["Bob"]
    assert exported(marked.bob)["own_alignments"][0]["alignment"] == "G"
    assert WORD not in export_of(marked.bob)


def test_the_page_gives_the_file_and_the_settings_lead_there(marked: Marked) -> None:
    client = Client()
    assert client.get(URL).status_code == 302
    client.force_login(marked.player)
    assert URL in page_of(client.get("/accounts/settings/")).targets
    page = page_of(client.get(URL))
    assert "Download" in page.one("main").names("button")
    show_password(client)
    answer = client.post(URL)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    whole = json.loads(answer.content)
    assert whole["player"] == NAME and whole["tables"].keys() == {part.name for part in all_parts()}
    why = {(each["table"], each.get("column")): each["why"] for each in whole["not_in_this_file"]}
    assert why["account", "password"] == str(WHY[parts.Why.KEY])


def test_the_file_is_given_to_who_has_shown_the_password_within_five_minutes(marked: Marked) -> None:
    client = Client()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client.force_login(marked.player)
        asked = client.post(URL)
        assert asked.status_code == 302 and reverse("account_reauthenticate") in asked["Location"]
        show_password(client, "guessed wrong")
        assert client.post(URL).status_code == 302
        show_password(client)
        clock.shift(299)
        assert client.post(URL)["Content-Type"] == "application/json"
        clock.shift(1)
        assert client.post(URL).status_code == 302
        assert client.get(URL).status_code == 200


def test_who_is_asked_for_the_password_gets_the_file_once_it_is_shown(marked: Marked) -> None:
    client = Client()
    client.force_login(marked.player)
    asked = client.post(URL)
    answer = client.post(asked["Location"], {"password": PASSWORD, "next": URL})
    assert json.loads(answer.content)["player"] == NAME


@pytest.mark.usefixtures("one_window")
def test_a_guest_gets_a_file_too_and_nobody_ten_times_over(client: Client, db: None) -> None:
    cache.clear()
    client.force_login(create_guest())
    assert [client.post(URL).status_code for _ in range(11)] == [200] * 10 + [429]


# --- And it is gone


def whole_database() -> Iterator[tuple[str, str]]:
    """Every cell of every table as text; of sessions what they say. By the database itself, and by Django."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608  our own names
            columns = [column[0] for column in cursor.description or ()]
            for row in cursor.fetchall():
                yield from ((f"{table}.{name}", str(cell)) for name, cell in zip(columns, row, strict=True))
    for session in Session.objects.all():
        yield "django_session, decoded", str(session.get_decoded())
    out = StringIO()
    call_command("dumpdata", stdout=out)
    yield "dumpdata", out.getvalue()


def places_with(*words: str) -> set[str]:
    return {
        place for place, text in whole_database() if any(word.casefold() in text.casefold() for word in words)
    }


def test_a_dump_of_the_whole_database_has_neither_name_nor_address_nor_words(marked: Marked) -> None:
    before = places_with(*MARKS)
    assert {
        "accounts_player.name", "accounts_player.email", "accounts_formername.name",
        "accounts_addresschange.old", "account_emailaddress.email", "usersessions_usersession.user_agent",
        "games_talkmessage.text", "games_gamenote.text", "games_report.reason", "games_invitation.word",
        "clubs_clubreport.reason",
        "games_logentry.text", "games_logentry.position", "games_seat.name", "games_game.places",
        "games_sandboxline.name", "tournaments_act.data", "tournaments_event.about",
        "upkeep_staffact.reason", "upkeep_fault.text", "upkeep_fault.headline",
        "django_session, decoded", "dumpdata",
    } <= before  # fmt: skip
    marked.erase()
    assert places_with(*MARKS) == set()
    assert not Notice.objects.filter(player=marked.player).exists()
    assert DrawVote.objects.count() == 0 or not DrawVote.objects.filter(game=marked.secret, seat=1).exists()


def test_what_stays_is_under_the_number_and_said_on_the_page(marked: Marked, client: Client) -> None:
    page = client.get("/accounts/delete/")
    assert "What staff have written about you" in page_of(page).one("main").text
    services.say(
        game_id=marked.running.pk, player=marked.bob, room=Room.PLAYERS, text=f"Bye, {NAME}", key="3"
    )
    marked.erase()
    assert places_with(*MARKS) == {"games_talkmessage.text", "dumpdata"}
    assert "Former-player-1 wrote from Former-player-1 (Former-player-1)." in {
        text for place, text in whole_database() if place == "upkeep_staffact.reason"
    }


def test_sessions_of_others_go_on(marked: Marked) -> None:
    other = Client()
    other.force_login(marked.bob)
    marked.erase()
    assert other.get("/accounts/settings/").status_code == 200


def test_who_only_claimed_the_address_has_it_no_more_and_others_keep_theirs(marked: Marked) -> None:
    Client().post(
        reverse("account_signup"), {"name": "Claims", "email": ADDRESS, "password1": "seven small stars"}
    )
    assert Player.objects.filter(name="Claims").exists()
    marked.erase()
    assert not Player.objects.filter(name="Claims").exists()
    assert EmailAddress.objects.filter(user=marked.charlie).count() == 1
