"""All mails of the site: no request sends one, none takes the site's address from a request, all words are
our own."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import allauth
import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.conf import settings as project
from django.core.cache import cache
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import get_template
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import translation
from django.utils.text import capfirst

from accounts.mail import FOR_STAFF, LOCKED, SWITCHES, switches_of
from accounts.models import Player
from accounts.passkeys import origin_of_passkeys
from accounts.staff.acts import warn_player
from accounts.tests.cast import PASSWORD, person
from accounts.tests.device import Device, add_passkey
from accounts.tests.logging_in import sign_up
from clubs.services import found_club
from games.clocks.paces import PACES, USUAL
from games.models import Game, Matter, Room, SeatOrder
from games.notices.kinds import NoticeKind
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
from notices import kinds
from notices.hooks.services import add_hook
from notices.hooks.standing import is_gone
from notices.kinds import topic_of
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
from upkeep.breaker import Breaker
from upkeep.clock import database_now
from upkeep.queue import enqueue
from upkeep.tests.elements import page_of

ROOT = Path(project.BASE_DIR)
SITE = "https://homeworlds.example"
LAST_CAPTAIN = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
FORGED = "evil.example"
LIBRARY = Path(allauth.__file__).parent / "templates"
OF_THE_LIBRARY = sorted(
    str(path.relative_to(LIBRARY))
    for app in ("account", "mfa")
    for path in (LIBRARY / app / "email").glob("*.txt")
)


class Forbidden(BaseEmailBackend):
    """Whoever opens it has waited for a mail server."""

    def open(self) -> bool:
        raise AssertionError("a mail server was asked")

    def send_messages(self, messages: object) -> int:
        raise AssertionError("a mail server was asked")


class Away(BaseEmailBackend):
    """No mail server answers."""

    def open(self) -> bool:
        raise ConnectionRefusedError


@pytest.fixture(autouse=True)
def own_breaker(monkeypatch) -> None:
    """Of which no other test has tales."""
    monkeypatch.setattr("notices.sending.mail_server", Breaker("mail server"))


@pytest.fixture(autouse=True)
def quiet(calls, settings) -> None:
    cache.clear()
    settings.ALLOWED_HOSTS = ["*"]


def send_all() -> None:
    """Later, when nobody looks."""
    an_hour_passes()
    for notice in Notice.objects.filter(due_at__isnull=False):
        assert send_notice(notice_id=notice.pk, tries=notice.tries)
    for mail in AccountMail.objects.filter(due_at__isnull=False):
        assert send_account_mail(mail_id=mail.pk, tries=mail.tries)


def code_of(mail: AccountMail) -> str:
    return mail.subject.split()[0]


def last_mail() -> AccountMail:
    return AccountMail.objects.latest("pk")


# --- What people do that makes mails


def totp_code(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def sign_up_and_confirm(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_email_verification_sent"), {"code": code_of(last_mail())})
    assert Player.objects.filter(email="dora@example.com").exists()


def sign_up_again(client: Client) -> None:
    person("Dora")
    sign_up(client, name="Theodora")


def reset_a_password(client: Client) -> None:
    person("Dora")
    answer = client.post(reverse("account_reset_password"), {"email": "dora@example.com"})
    answer = client.post(answer["Location"], {"code": code_of(last_mail())})
    new = "twelve small stars"
    client.post(answer["Location"], {"password1": new, "password2": new})
    assert Player.objects.get(name="Dora").check_password(new)


def ask_for_a_password_of_nobody(client: Client) -> None:
    client.post(reverse("account_reset_password"), {"email": "dora@example.com"})


def logged_in(client: Client, *, language: str = "") -> Player:
    dora = person("Dora")
    Player.objects.filter(pk=dora.pk).update(language=language)
    client.force_login(dora)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return dora


def change_the_password(client: Client) -> None:
    logged_in(client)
    new = "twelve small stars"
    client.post(
        reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": new, "password2": new}
    )


def change_the_address(client: Client) -> None:
    logged_in(client)
    answer = client.post(reverse("account_email"), {"action_add": "1", "email": "dorothy@example.com"})
    client.post(answer["Location"], {"code": code_of(last_mail())})


def set_a_second_factor_up_and_down(client: Client) -> None:
    logged_in(client)
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": totp_code(secret)})
    client.post(reverse("mfa_generate_recovery_codes"))
    client.post(reverse("mfa_deactivate_totp"))


def take_a_passkey_on_and_off(client: Client) -> None:
    logged_in(client)
    add_passkey(client, Device(rp=urlsplit(origin_of_passkeys()).hostname or ""))
    client.post(reverse("mfa_remove_webauthn", args=[Authenticator.objects.get(type="webauthn").pk]))


MAKING = {
    sign_up_and_confirm: {"email_confirmation_signup"},
    sign_up_again: {"account_already_exists"},
    reset_a_password: {"password_reset_code", "password_reset", "new_browser"},
    ask_for_a_password_of_nobody: {"unknown_account"},
    change_the_password: {"password_changed"},
    change_the_address: {"email_confirmation", "email_changed"},
    take_a_passkey_on_and_off: {"webauthn_added", "webauthn_removed"},
    set_a_second_factor_up_and_down: {"totp_activated", "recovery_codes_generated", "totp_deactivated"},
}


@pytest.mark.django_db
@pytest.mark.parametrize("making", MAKING)
def test_what_is_done_with_an_account_waits_for_no_mail_server(
    making, client, settings, django_capture_on_commit_callbacks
):
    settings.EMAIL_BACKEND = f"{__name__}.Forbidden"
    with django_capture_on_commit_callbacks(execute=True):
        making(client)
    kinds_made = {mail.kind.rpartition("/")[2] for mail in AccountMail.objects.filter(due_at__isnull=False)}
    assert MAKING[making] <= kinds_made


@pytest.mark.django_db
@pytest.mark.parametrize("making", MAKING)
def test_a_forged_host_gets_into_no_mail_about_an_account(
    making, settings, mailoutbox, django_capture_on_commit_callbacks
):
    settings.SITE_URL = SITE
    with django_capture_on_commit_callbacks(execute=True):
        making(Client(HTTP_HOST=FORGED))
    send_all()
    assert {mail.kind.rpartition("/")[2] for mail in AccountMail.objects.all()} >= MAKING[making]
    assert mailoutbox
    for mail in mailoutbox:
        assert_is_ours(str(mail.message()), mail.body)


def assert_is_ours(whole: str, body: str) -> None:
    assert FORGED not in whole
    links = re.findall(r"https?://[^\s\"<]+", body)
    assert links and {urlsplit(link).netloc for link in links} == {"homeworlds.example"}


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


@pytest.mark.django_db
def test_a_forged_host_gets_into_no_notice(alice, bob, charlie, settings, mailoutbox):
    settings.SITE_URL = SITE
    make_every_kind_of_notice(alice, bob, charlie)
    send_all()
    assert {notice.kind for notice in Notice.objects.all()} == set(kinds.registered())
    assert len(mailoutbox) == Notice.objects.filter(sent_at__isnull=False).count() >= len(NoticeKind)
    for mail in mailoutbox:
        assert_is_ours(str(mail.message()), mail.body)


@pytest.mark.django_db
def test_playing_and_inviting_wait_for_no_mail_server(alice, bob, charlie, settings, monkeypatch):
    settings.EMAIL_BACKEND = f"{__name__}.Forbidden"
    monkeypatch.setattr(f"{__name__}.send_all", lambda: None)
    make_every_kind_of_notice(alice, bob, charlie)
    assert {notice.kind for notice in Notice.objects.all()} == set(kinds.registered())


@pytest.mark.django_db(transaction=True)
def test_with_the_mail_server_away_people_sign_up_and_play(alice, bob, charlie, settings, monkeypatch):
    """Here the worker's part runs in the request: not even so does anything fail."""
    monkeypatch.setattr("upkeep.queue.enqueue", enqueue)
    settings.EMAIL_BACKEND = f"{__name__}.Away"
    monkeypatch.setattr(f"{__name__}.send_all", lambda: None)
    client = Client()
    sign_up_and_confirm(client)
    assert "_auth_user_id" in client.session
    make_every_kind_of_notice(alice, bob, charlie)
    assert not Notice.objects.filter(sent_at__isnull=False).exists()
    assert not AccountMail.objects.filter(sent_at__isnull=False).exists()


# --- Whose words


def ours(name: str) -> bool:
    return Path(get_template(name).origin.name).is_relative_to(ROOT / "templates")


@pytest.mark.parametrize("name", OF_THE_LIBRARY)
def test_every_mail_of_the_library_has_our_own_words(name):
    assert ours(name), f"templates/{name} is missing: the library's own words would be sent"


def test_the_library_has_no_other_mails():
    """Nor has Django: its own pages for passwords are not there."""
    apps = {app.removeprefix("allauth.") for app in project.INSTALLED_APPS if app.startswith("allauth.")}
    with_mails = {path.parent.parent.name for path in LIBRARY.glob("*/email/*.txt")}
    assert with_mails & apps == {"account", "mfa"}
    assert len(OF_THE_LIBRARY) > 30
    names = {str(name) for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert not names & {"password_reset", "admin_password_reset"}


CONTEXT = {
    "code": "ABCD-1234", "deleted_email": "old@example.com", "from_email": "old@example.com",
    "to_email": "new@example.com", "undo_link": f"{SITE}/undo/", "days": 7, "site_url": SITE,
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name in OF_THE_LIBRARY if "/base_" not in name])
def test_every_mail_has_its_words_in_each_language(name):
    said = {}
    for language, _words in project.LANGUAGES:
        with translation.override(language):
            said[language] = get_template(name).render(CONTEXT).strip()
    assert all(said.values())
    assert len(set(said.values())) == len(project.LANGUAGES)
    if name.endswith("_message.txt"):
        assert "Bonjour" in said["fr"] and SITE in said["fr"]


@pytest.mark.django_db
@pytest.mark.parametrize("asked_in", ["en", "fr"])
def test_a_mail_is_in_the_language_of_its_reader_whoever_asks_for_it(asked_in, mailoutbox):
    dora = person("Dora")
    Player.objects.filter(pk=dora.pk).update(language="fr")
    visitor = Client(HTTP_ACCEPT_LANGUAGE=asked_in)
    sign_up(visitor, name="Theodora")
    visitor.post(reverse("account_reset_password"), {"email": "dora@example.com"})
    send_all()
    assert [mail.body.partition(",")[0] for mail in mailoutbox] == ["Bonjour", "Bonjour"]


# --- Who wants them


@pytest.mark.django_db
@pytest.mark.parametrize("name", kinds.registered())
def test_every_kind_of_notice_has_its_switch_in_the_settings(name, client, alice):
    kind = kinds.kind_named(name)
    alice.is_staff = kind.switch in FOR_STAFF
    unasked = Player._meta.get_field(kind.switch).default
    assert unasked == (kind.switch not in {"mail_open_seats", "mail_talk"}), "who wants these has said so"
    setattr(alice, kind.switch, True)
    alice.save()
    client.force_login(alice)
    page = page_of(client.get(reverse("notices:switches")))
    [row] = page.select(f"#row-{kind.topic}")
    assert row.text.strip() == capfirst(str(SWITCHES[kind.switch]))
    if kind.switch in LOCKED:
        assert page.select(f"[name=mail][value={kind.topic}]") == []
        return
    [box] = page.select(f"[name=mail][value={kind.topic}]")
    assert "checked" in box
    mine = switches_of(alice)
    others = [topic_of(switch) for switch in mine if switch != kind.switch]
    client.post(reverse("notices:switches"), {"mail": others})
    alice.refresh_from_db()
    assert [switch for switch in mine if not getattr(alice, switch)] == [kind.switch]


# --- Who sends


SENDERS = {
    *("notices/sending.py", "notices/mail_line.py", "notices/letters.py", "notices/smtp.py"),
    "notices/digest/letter.py",
    *("upkeep/watching/fault_mail.py", "upkeep/watching/standing.py"),
}
"""The outbox and its way to the mail server; the reports of errors, which are sent while the database may be
away; and who asks whether the mail server answers."""
SENDING = re.compile(r"django\.core\.mail import|smtplib|email_user\(")


def test_nothing_but_the_outbox_sends_mails():
    found = {
        str(path.relative_to(ROOT))
        for path in ROOT.glob("*/**/*.py")
        if "tests" not in path.parts and not path.is_relative_to(ROOT / ".venv")
        if SENDING.search(path.read_text(encoding="utf-8"))
    }
    assert found == SENDERS
