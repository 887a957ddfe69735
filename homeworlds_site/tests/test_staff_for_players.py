"""What staff do for players and to them: done, written down, read by whom it concerns, and told by mail."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import FormerName, Player
from accounts.services import create_guest, ensure_bots
from accounts.staff import acts
from accounts.staff.words import acts_with_words, add_words
from accounts.tests.cast import PASSWORD, log_in_as_staff, person
from accounts.tests.logging_in import show_password
from games import services
from games.models import Game, Report, Room
from games.refusals import GameRefusal, GameRefusalCode
from games.services import SeatWish
from games.services.looking import look_as_staff
from games.services.talk import hide_message, settle_reports
from games.tests.play import play_peaceful_turns, table_of
from homeworlds.rules import RuleSet
from notices.kinds import kind_named
from notices.models import Notice
from notices.of_staff import NAME
from upkeep.models import StaffAct
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
URL = "/accounts/staff-acts/"
WHY = "Shouted at everybody in three games."


@pytest.fixture
def sue(db: None) -> Player:
    sue = person("Sue")
    Player.objects.filter(pk=sue.pk).update(is_staff=True)
    return Player.objects.get(pk=sue.pk)


@pytest.fixture
def alice(db: None) -> Player:
    return person("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return person("Bob")


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def again(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def listed(player: Player) -> str:
    return page_of(browser(player).get(URL)).one("main").text


# --- The page of acts, for staff


def test_each_act_has_its_page_with_what_it_asks_for(client: Client, sue: Player, alice: Player) -> None:
    log_in_as_staff(client, sue)
    shown = page_of(client.get(reverse("admin:accounts_player_change", args=[alice.pk])))
    asked = {"silence": "days", "suspend": "days", "rename": "name", "address": "address"}
    for act in acts.ACTS:
        address = reverse("admin:accounts_player_act", args=[alice.pk, act])
        assert address in shown.targets
        page = page_of(client.get(address))
        assert page.field("reason")
        if act in asked:
            assert page.field(asked[act])


def act_on(client: Client, player: Player, act: str, **sent: object):
    address = reverse("admin:accounts_player_act", args=[player.pk, act])
    return client.post(address, {"reason": WHY, **sent})


def test_staff_suspend_by_the_page_and_lift_it(client: Client, sue: Player, alice: Player) -> None:
    log_in_as_staff(client, sue)
    assert act_on(client, alice, "suspend", days=400).status_code == 422
    assert act_on(client, alice, "suspend").status_code == 422
    assert not again(alice).is_suspended
    assert act_on(client, alice, "suspend", days=7).status_code == 302
    left = again(alice).suspended_until - timezone.now()
    assert timedelta(days=6, hours=23) < left < timedelta(days=7, minutes=1)
    assert act_on(client, alice, "end-suspension").status_code == 302
    assert not again(alice).is_suspended
    assert act_on(client, alice, "end-suspension").status_code == 422


def test_what_was_done_and_noted_stands_on_the_players_page_for_staff(
    client: Client, sue: Player, alice: Player
) -> None:
    acts.warn_player(staff=sue, player=alice, reason=WHY)
    acts.note_on_player(staff=sue, player=alice, reason="Perhaps the same person as Zed.")
    log_in_as_staff(client, sue)
    page = page_of(client.get(reverse("admin:accounts_player_change", args=[alice.pk]))).text
    assert WHY in page and "Perhaps the same person as Zed." in page


@pytest.mark.parametrize(
    "act, more",
    [
        ("warn", {}),
        ("silence", {"days": 3}),
        ("suspend", {"days": 3}),
        ("rename", {"name": "Other"}),
        ("address", {"address": "other@example.com"}),
        ("export", {}),
        ("end-silence", {}),
        ("end-suspension", {}),
    ],
)
def test_staff_are_left_alone_by_all_but_superusers_and_bots_by_all(sue: Player, act: str, more) -> None:
    ensure_bots()
    other, root = person("Stan"), person("Rita")
    Player.objects.filter(pk=other.pk).update(is_staff=True)
    Player.objects.filter(pk=root.pk).update(is_staff=True, is_superuser=True)
    for player in (again(other), again(root), sue, Player.objects.get(name="Rover")):
        with pytest.raises(ValidationError) as refused:
            acts.ACTS[act](staff=sue, player=player, reason=WHY, **more)
        assert refused.value.code == "not_for_you"
    assert not StaffAct.objects.exists()
    if act not in ("end-silence", "end-suspension", "address"):  # nothing to end; the mail needs a request
        acts.ACTS[act](staff=again(root), player=again(other), reason=WHY, **more)
        assert StaffAct.objects.get().staff == root


@pytest.mark.parametrize("act", [act for act in acts.ACTS if act not in ("make-staff", "end-staff")])
def test_nothing_is_done_without_a_reason(sue: Player, alice: Player, act: str) -> None:
    more = {"silence": {"days": 3}, "suspend": {"days": 3}, "rename": {"name": "Other"}}
    more["address"] = {"address": "other@example.com"}
    before = Player.objects.filter(pk=alice.pk).values().get()
    with pytest.raises(ValidationError):
        acts.ACTS[act](staff=sue, player=alice, reason="  ", **more.get(act, {}))
    assert Player.objects.filter(pk=alice.pk).values().get() == before
    assert EmailAddress.objects.get(user=alice).email == "alice@example.com"


# --- Renaming, the address, the file, the end


def test_a_name_is_changed_at_the_tables_too_and_its_link_leads_on(
    sue: Player, alice: Player, bob: Player, django_capture_on_commit_callbacks
) -> None:
    game = play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), 4)
    with django_capture_on_commit_callbacks(execute=True):
        acts.rename_player(staff=sue, player=alice, reason=WHY, name="Anemone")
    assert again(alice).name == "Anemone"
    page = browser(bob).get(f"/games/{game.public_id}/").content.decode()
    assert "Anemone" in page and "Alice" not in page
    assert Client().get("/players/Alice/")["Location"] == "/players/Anemone/"
    assert FormerName.objects.get().name == "Alice"
    for name, code in {"Bob": "name_taken", "Anemone": "nothing_to_do", "Rover": "name_reserved"}.items():
        with pytest.raises(ValidationError) as refused:
            acts.rename_player(staff=sue, player=alice, reason=WHY, name=name)
        assert refused.value.code == code


@pytest.mark.usefixtures("postman")
def test_a_lost_address_is_changed_after_proof_and_the_old_one_can_take_that_back(
    client: Client, sue: Player, alice: Player, mailoutbox
) -> None:
    cache.clear()
    own, sam = browser(alice), person("Sam")
    Player.objects.filter(pk=sam.pk).update(is_staff=True)
    log_in_as_staff(client, sue)
    assert act_on(client, alice, "address", address="New@example.com").status_code == 422
    asked = act_on(client, alice, "address", address="New@example.com", ask="1")["Location"]
    assert again(alice).email == "alice@example.com"
    log_in_as_staff(client, again(sam))
    assert client.post(asked, {"confirm": "1"}).status_code == 302
    assert again(alice).email == "new@example.com"
    assert not get_user(own.get("/").wsgi_request).is_authenticated
    [mail] = [each for each in mailoutbox if each.to == ["alice@example.com"]]
    assert "new@example.com" in mail.body
    link = next(word for word in mail.body.split() if "/address-undo/" in word)
    assert Client().post(link[link.index("/accounts") :]).status_code == 200
    assert again(alice).email == "alice@example.com"


def test_an_address_of_somebody_else_is_refused(sue: Player, alice: Player, bob: Player) -> None:
    codes = {"Bob@example.com": "address_elsewhere", "alice@example.com": "nothing_to_do"}
    for address, code in codes.items():
        with pytest.raises(ValidationError) as refused:
            acts.change_address(staff=sue, player=alice, reason=WHY, address=address)
        assert refused.value.code == code


def test_staff_hand_out_the_file_and_that_is_written_down(client: Client, sue: Player, alice: Player) -> None:
    log_in_as_staff(client, sue)
    answer = act_on(client, alice, "export")
    assert answer["Content-Disposition"].startswith("attachment")
    assert json.loads(answer.content)["player"] == "Alice"
    assert StaffAct.objects.get().act == "export_for_player"


def test_staff_delete_an_account_for_somebody_and_the_reason_names_nobody(
    client: Client, sue: Player, alice: Player
) -> None:
    log_in_as_staff(client, sue)
    sent = "Alice asked for it from alice@example.com."
    assert act_on(client, alice, "erase", reason=sent).status_code == 302
    assert again(alice).is_former and again(alice).name == "Former-player-1"
    assert StaffAct.objects.get().reason == "Former-player-1 asked for it from Former-player-1."
    assert act_on(client, alice, "erase").status_code == 422


# --- What the player sees of it


def test_every_act_that_concerns_somebody_has_its_words() -> None:
    internal = {"note_on_player", "settle_reports", "settle_club_reports"}
    services_of_games = {"look_as_staff", "hide_message", "show_message"}
    assert {act.__name__ for act in acts.ACTS.values()} | services_of_games <= acts_with_words() | internal
    with pytest.raises(ValueError):
        add_words({"warn_player": "Again."})


def test_the_player_reads_what_was_done_when_and_why_but_no_notes_and_not_by_whom(
    sue: Player, alice: Player, bob: Player
) -> None:
    acts.warn_player(staff=sue, player=alice, reason=WHY)
    acts.silence_player(staff=sue, player=alice, reason="Once more.", days=3)
    acts.note_on_player(staff=sue, player=alice, reason="Perhaps the same person as Zed.")
    page = listed(alice)
    assert page.index("Once more.") < page.index(WHY)
    assert "Staff have warned you." in page and "Until" in page
    assert "Zed" not in page and "Sue" not in page
    assert WHY not in listed(bob) and "nothing that concerns you" in listed(bob)
    assert Client().get(URL).status_code == 302


def test_what_staff_do_in_games_is_listed_too_and_that_they_left_a_report_is_not(
    sue: Player, alice: Player, bob: Player
) -> None:
    game = table_of(alice, bob, rules=RuleSet())
    said = services.say(game_id=game.pk, player=alice, room=Room.PLAYERS, text="Boo", key="1")
    look_as_staff(staff=sue, game=game, reason="A question of the rules.")
    settle_reports(staff=sue, message_id=said.pk, reason="It is a joke.")
    hide_message(staff=sue, message_id=said.pk, reason="It was no joke.")
    assert "A question of the rules." in listed(alice) and "A question of the rules." in listed(bob)
    assert "It was no joke." in listed(alice) and "It was no joke." not in listed(bob)
    assert "It is a joke." not in listed(alice)


def test_every_page_says_so_until_it_has_been_read(sue: Player, alice: Player) -> None:
    client = browser(alice)
    assert URL not in page_of(client.get("/")).targets
    acts.warn_player(staff=sue, player=alice, reason=WHY)
    assert URL in page_of(client.get("/")).targets
    client.get(URL)
    assert URL not in page_of(client.get("/")).targets
    acts.note_on_player(staff=sue, player=alice, reason="Nothing.")
    assert URL not in page_of(client.get("/")).targets


def test_it_is_told_by_mail_unless_it_has_been_read_or_is_switched_off(sue: Player, alice: Player) -> None:
    acts.warn_player(staff=sue, player=alice, reason=WHY)
    [notice] = Notice.objects.filter(kind=NAME)
    kind = kind_named(NAME)
    assert notice.player == alice and kind.is_still_true(Notice.objects.get(pk=notice.pk))
    letter = kind.letter(notice)
    assert letter.subject == "Staff have warned you." and WHY in " ".join(letter.paragraphs)
    browser(alice).get(URL)
    assert not kind.is_still_true(Notice.objects.get(pk=notice.pk))
    Player.objects.filter(pk=alice.pk).update(mail_acts=False)
    acts.warn_player(staff=sue, player=alice, reason=WHY)
    acts.note_on_player(staff=sue, player=alice, reason=WHY)
    assert Notice.objects.filter(kind=NAME, dropped="").count() == 1


# --- Suspended, muted


def refused(code: GameRefusalCode, service, **asked: object) -> bool:
    with pytest.raises(GameRefusal) as refusal:
        service(**asked)
    return refusal.value.code == code


@pytest.fixture
def out(sue: Player, alice: Player, bob: Player) -> dict[str, Game]:
    """Alice is suspended, in the middle of things."""
    mine = [SeatWish(player=alice), SeatWish()]
    games = {
        "running": play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), 4),
        "open": services.create_game(creator=bob, rules=RuleSet(), seats=[SeatWish(player=bob), SeatWish()]),
        "mine": services.create_game(creator=alice, rules=RuleSet(), seats=mine),
        "over": table_of(alice, bob, rules=RuleSet()),
    }
    services.resign(game_id=games["over"].pk, player=bob, key="r", confirmed=True)
    acts.suspend_player(staff=sue, player=alice, reason=WHY, days=7)
    return games


def test_the_suspended_neither_play_nor_talk(out: dict[str, Game], alice: Player, bob: Player) -> None:
    alice, running, mine = again(alice), out["running"], out["mine"]
    code, at = GameRefusalCode.SUSPENDED, {"game_id": running.pk, "player": alice}
    now = {**at, "answers": running.log_number, "key": "k"}
    assert refused(code, services.take_turn, **now, text="pass")
    assert refused(code, services.take_back, **now)
    assert refused(code, services.agree_to_draw, **now)
    assert refused(code, services.claim_repetition, **now)
    assert refused(code, services.say, **at, room=Room.PLAYERS, text="Hello", key="k")
    assert refused(code, services.join_game, game_id=out["open"].pk, player=alice)
    assert refused(code, services.ask_rematch, game_id=out["over"].pk, player=alice)
    wish = {"rules": RuleSet(), "seats": [SeatWish(player=alice), SeatWish()]}
    assert refused(code, services.create_game, creator=alice, **wish)
    seat = mine.seats.get(player=None)
    assert refused(code, services.invite, game_id=mine.pk, player=alice, seat_id=seat.pk, invited=bob)
    assert refused(code, services.agree_to_terms, game_id=mine.pk, player=alice, terms=1)
    assert Game.objects.get(pk=running.pk).log_number == running.log_number


def test_the_suspended_leave_read_export_and_find_whom_to_write_to(
    out: dict[str, Game], alice: Player, settings
) -> None:
    settings.CONTACT = "staff@example.com"
    client = Client()
    client.post(reverse("account_login"), {"login": "alice@example.com", "password": PASSWORD})
    table = f"/games/{out['running'].public_id}/"
    for page in ("/", table, f"{table}talk/", URL, "/players/Bob/"):
        shown = page_of(client.get(page))
        assert URL in shown.targets or page == URL, page
    assert "mailto:staff@example.com" in page_of(client.get(URL)).targets
    assert "their clocks run" in listed(alice)
    show_password(client)
    assert client.post("/accounts/data/").status_code == 200
    asked = {"answers": "4", "key": "k", "turn": "pass"}
    answer = client.post(f"{table}turn/", asked)
    assert answer.status_code in (403, 409, 422) and "suspended" in page_of(answer).one("main").text
    services.cancel_game(game_id=out["mine"].pk, player=again(alice))
    services.resign(game_id=out["running"].pk, player=again(alice), key="r", confirmed=True)
    assert Game.objects.get(pk=out["running"].pk).status == "finished"


def test_a_suspension_ends_by_itself(out: dict[str, Game], alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() - timedelta(seconds=1))
    client = browser(alice)
    client.get(URL)
    assert URL not in page_of(client.get("/")).targets
    running = {"game_id": out["running"].pk, "player": again(alice)}
    services.say(**running, room=Room.PLAYERS, text="Back again.", key="k")


def test_the_muted_play_and_do_not_talk(sue: Player, alice: Player, bob: Player) -> None:
    game = table_of(alice, bob, rules=RuleSet())
    acts.silence_player(staff=sue, player=alice, reason=WHY, days=1)
    alice = again(alice)
    at, code = {"game_id": game.pk, "player": alice}, GameRefusalCode.SILENCED
    assert refused(code, services.say, **at, room=Room.PLAYERS, text="Hello", key="k")
    wishes = [SeatWish(player=alice), SeatWish(invited=bob, word="Boo")]
    assert refused(code, services.create_game, creator=alice, rules=RuleSet(), seats=wishes)
    mine = services.create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])
    seat = mine.seats.get(player=None)
    asked = {"game_id": mine.pk, "player": alice, "seat_id": seat.pk}
    assert refused(code, services.invite, **asked, invited=bob, word="Boo")
    services.invite(**asked, invited=bob)
    services.take_turn(**at, answers=0, key="t", text="homeworld G3 B1 Y3")
    acts.end_silence(staff=sue, player=alice, reason="It is a week ago.")
    services.say(game_id=game.pk, player=again(alice), room=Room.PLAYERS, text="Hello", key="k")


# --- Reports


def test_a_report_is_counted_on_the_first_page_and_staff_get_one_mail(
    client: Client, sue: Player, alice: Player, bob: Player
) -> None:
    stan = person("Stan")
    Player.objects.filter(pk=stan.pk).update(is_staff=True, mail_reports=False)
    log_in_as_staff(client, sue)
    assert "No report" in page_of(client.get("/admin/")).by_id("open-reports").text
    game = table_of(alice, bob, rules=RuleSet())
    said = [
        services.say(game_id=game.pk, player=bob, room=Room.PLAYERS, text="Boo", key=str(number))
        for number in range(3)
    ]

    def report(number: int) -> Report:
        asked = {"message_id": said[number].pk, "player": alice, "reason": "Rude."}
        return services.report_message(game=game, **asked)

    report(0)
    report(0)
    report(1)
    assert "2 reports of players wait." in page_of(client.get("/admin/")).by_id("open-reports").text
    [notice] = Notice.objects.filter(kind="report", dropped="")
    assert notice.player == sue
    kind = kind_named("report")
    assert kind.is_still_true(notice) and "2 reports wait for staff." in kind.letter(notice).paragraphs
    for each in said[:2]:
        settle_reports(staff=sue, message_id=each.pk, reason="Looked at.")
    assert not kind.is_still_true(notice)
    report(2)
    assert Notice.objects.filter(kind="report", dropped="").count() == 2


def test_the_switch_of_reports_is_for_staff_and_others_do_not_turn_it(sue: Player, alice: Player) -> None:
    def switches(player: Player) -> set[str]:
        page = page_of(browser(player).get("/settings/notices/"))
        return {each["value"] for each in page.select('input[name="mail"]')}

    assert "reports" in switches(sue) and "reports" not in switches(alice)
    browser(alice).post("/settings/notices/", {"mail": []})
    assert again(alice).mail_reports and not again(alice).mail_clubs
    browser(sue).post("/settings/notices/", {"mail": []})
    assert not again(sue).mail_reports


# --- Privacy and contact


@pytest.mark.parametrize(
    "contact, target",
    [
        ("staff@example.com", "mailto:staff@example.com"),
        ("https://example.com/contact", "https://example.com/contact"),
        ("Ask for Sue at the club.", ""),
    ],
)
def test_the_page_of_privacy_names_the_contact_of_the_settings(settings, contact: str, target: str) -> None:
    settings.CONTACT = contact
    assert "/privacy/" in page_of(Client().get("/")).targets
    page = page_of(Client().get("/privacy/"))
    assert contact in page.one("main").text and (not target or target in page.targets)


def test_without_one_it_says_so_and_guests_read_it_as_well(settings) -> None:
    settings.CONTACT = ""
    page = page_of(browser(create_guest()).get("/privacy/")).one("main").text
    assert "They have not said here how they can be reached." in page
    assert "60 days" in page and "30 days" in page
