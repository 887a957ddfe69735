"""The daily mail: when it is due by its player's clock, what stands in it, and that it comes once."""

from __future__ import annotations

import smtplib
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.mail.backends.locmem import EmailBackend as Memory
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import Player
from accounts.services import save_preferences
from notices.bell import subjects as bell_subjects
from notices.bell.subjects import Subject
from notices.digest import parts
from notices.digest.forms import HoursForm
from notices.digest.links import off_link
from notices.digest.parts import Waiting, Waits
from notices.digest.sending import due_digests, next_digests, oldest_due, send_digest
from notices.digest.services import end_digest, follow_switches, save_hours
from notices.digest.strip import strip_of
from notices.digest.times import EVERY_DAY, next_moment
from notices.kinds import Drawing
from notices.models import Digest, Dropped, Notice, Preferences
from notices.outbox import MOST_TRIES, claim
from notices.services import mute, see
from notices.switches.choices import chosen
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
PARIS, TOKYO = ZoneInfo("Europe/Paris"), ZoneInfo("Asia/Tokyo")
HALF_PAST_SEVEN = time(7, 30)
HOURS = {
    "at": HALF_PAST_SEVEN,
    "weekdays": range(7),
    "zone": "Europe/Paris",
    "when_nothing": False,
    "quiet_from": None,
    "quiet_to": None,
    "urgent_at_night": True,
}
PIXEL = b"\x89PNG"


def game(name: str, left: str = "5 h 12 min", *, is_urgent: bool = True) -> Waiting:
    address = f"https://homeworlds.example/games/{name}/"
    return Waiting(
        name,
        name.lower(),
        address,
        "traded G3 for Y3",
        left,
        left,
        is_urgent,
        lambda: Drawing(PIXEL, name, 78, 52),
    )


@pytest.fixture(autouse=True)
def waits(monkeypatch, settings):
    """The games that wait for whoever asks."""
    settings.SITE_URL = "https://homeworlds.example"
    found: list[Waiting] = []
    monkeypatch.setattr(parts, "_source", [lambda player, most: Waits(len(found), tuple(found[:most]))])
    about = lambda player, notices: {str(each.key): Subject(str(each.key), "/leeds/") for each in notices}  # noqa: E731
    monkeypatch.setattr(bell_subjects, "_sources", [about])
    return found


@pytest.fixture
def digest(bob, weather) -> Digest:
    """Bob's, which is due now and tells of the last day."""
    save_hours(player=bob, **HOURS)
    Player.objects.filter(pk=bob.pk).update(told_by={"digest": ["turns"]})
    return make_due(bob)


def make_due(player) -> Digest:
    now = timezone.now()
    hour = now.astimezone(PARIS).time().replace(second=0, microsecond=0)
    Digest.objects.filter(player=player).update(
        at=hour, created_at=now - timedelta(days=1, hours=1), due_at=now
    )
    return Digest.objects.select_related("player").get(player=player)


def send() -> bool:
    """As a worker does."""
    (found,) = next_digests()
    return send_digest(found)


def moment(words: str, zone: ZoneInfo = PARIS) -> datetime:
    return datetime.fromisoformat(words).replace(tzinfo=zone).astimezone(UTC)


# --- When


@pytest.mark.parametrize(
    "after, expected",
    [
        ("2026-11-26 07:29", "2026-11-26 07:30"),
        ("2026-11-26 07:30", "2026-11-27 07:30"),
        ("2026-03-28 12:00", "2026-03-29 07:30"),
        ("2026-10-24 12:00", "2026-10-25 07:30"),
    ],
)
def test_it_is_due_at_its_hour_by_the_clock_in_summer_and_in_winter(after, expected):
    assert next_moment(HALF_PAST_SEVEN, EVERY_DAY, PARIS, moment(after)) == moment(expected)


def test_an_hour_that_is_left_out_is_over_when_clocks_go_on_and_one_that_comes_twice_counts_once():
    at = time(2, 30)
    sprung = next_moment(at, EVERY_DAY, PARIS, moment("2026-03-29 01:00"))
    assert sprung.astimezone(PARIS).time() == time(3, 30)
    autumn = next_moment(at, EVERY_DAY, PARIS, moment("2026-10-25 01:00"))
    assert autumn == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert next_moment(at, EVERY_DAY, PARIS, autumn) == moment("2026-10-26 02:30")


def test_on_chosen_days_alone():
    monday_and_thursday = 0b0001001
    found, now = [], moment("2026-11-26 08:00")  # a Thursday
    for _ in range(3):
        now = next_moment(HALF_PAST_SEVEN, monday_and_thursday, PARIS, now)
        found.append(now)
    assert found == [moment(f"{day} 07:30") for day in ("2026-11-30", "2026-12-03", "2026-12-07")]
    with pytest.raises(ValueError, match="no day"):
        next_moment(HALF_PAST_SEVEN, 0, PARIS, now)


def test_who_moves_to_another_clock_gets_it_at_the_same_hour_there(digest, bob, mailoutbox, waits):
    waits.append(game("Erin"))
    # By the clock of Tokyo that hour has gone by eight hours ago, and comes in sixteen.
    Digest.objects.update(created_at=timezone.now() - timedelta(hours=1))
    Player.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
    assert not send() and mailoutbox == []
    digest.refresh_from_db()
    assert digest.due_at.astimezone(TOKYO).time() == digest.at and digest.tries == 0


# --- What


def test_the_subject_has_the_number_and_the_least_time(digest, mailoutbox, waits):
    waits.extend([game("Erin"), game("Bob, Frank", "19 h"), game("Dana", "3 d 4 h", is_urgent=False)])
    assert send()
    [mail] = mailoutbox
    assert mail.subject == "3 games wait for you, Erin: 5 h 12 min left"
    html = mail.alternatives[0].content
    for part in (
        "Erin",
        "Bob, Frank",
        "3 d 4 h",
        "traded G3 for Y3",
        "https://homeworlds.example/games/Dana/",
    ):
        assert part in mail.body and part in html
    assert mail.body.index("Erin") < mail.body.index("Dana")
    assert [part["Content-ID"] for part in mail.attachments] == ["<game0>", "<game1>", "<game2>"]
    assert all(f"cid:game{number}" in html for number in range(3))


def test_what_has_happened_is_told_of_topics_that_are_ticked(digest, bob, mailoutbox, tell_of_rain):
    tell_of_rain(bob)
    Player.objects.filter(pk=bob.pk).update(told_by={"digest": ["talk"]})
    assert not send()
    make_due(bob)
    Player.objects.filter(pk=bob.pk).update(told_by={"digest": ["turns"]})
    assert send()
    assert mailoutbox[0].subject == "One thing has happened"
    assert "Leeds: Rain in Leeds" in mailoutbox[0].body


@pytest.mark.parametrize("fate", ["seen", "muted", "taken back", "not so any more", "long ago"])
def test_what_is_no_news_is_not_told(digest, bob, mailoutbox, tell_of_rain, weather, fate):
    tell_of_rain(bob)
    match fate:
        case "seen":
            see(player=bob)
        case "muted":
            mute(player=bob, key="Leeds")
        case "taken back":
            Notice.objects.update(dropped=Dropped.TAKEN_BACK)
        case "not so any more":
            weather.rains = False
        case _:
            Notice.objects.update(created_at=digest.created_at - timedelta(minutes=1))
    assert not send() and mailoutbox == []
    digest.refresh_from_db()
    assert digest.dropped == Dropped.NOTHING and digest.due_at > timezone.now()


def test_nothing_of_somebody_else_stands_in_it(digest, alice, tell_of_rain, mailoutbox):
    tell_of_rain(alice)
    assert not send() and mailoutbox == []


def test_when_nothing_waits_there_is_a_mail_only_for_who_wants_one(digest, bob, mailoutbox):
    assert not send() and mailoutbox == []
    make_due(bob)
    Digest.objects.update(when_nothing=True)
    assert send()
    assert mailoutbox[0].subject == "No game waits for you"


def test_it_is_in_the_language_of_its_reader(digest, bob, mailoutbox, waits):
    waits.extend([game("Erin"), game("Dana")])
    Player.objects.filter(pk=bob.pk).update(language="fr")
    assert send()
    assert mailoutbox[0].subject.startswith("2 parties vous attendent")
    assert "Jouer la première\u202f:" in mailoutbox[0].body


# --- Once


def test_sent_it_is_due_again_the_next_day_and_tells_what_comes_after(digest, bob, mailoutbox, waits):
    waits.append(game("Erin"))
    assert send()
    digest.refresh_from_db()
    assert digest.tries == 0 and digest.sent_at is not None
    assert timedelta(hours=22) < digest.due_at - timezone.now() < timedelta(hours=26)
    assert digest.due_at.astimezone(PARIS).time() == digest.at
    assert abs(digest.created_at - timezone.now()) < timedelta(minutes=1)
    assert next_digests() == [] and len(mailoutbox) == 1


def test_of_two_workers_one_sends(digest):
    first, second = (Digest.objects.get(), Digest.objects.get())
    assert claim(first) and not claim(second)


def test_a_try_that_fails_is_made_again_with_the_same_id(digest, mailoutbox, waits, monkeypatch):
    waits.append(game("Erin"))
    sent = []

    def refuse(self, messages):
        sent.extend(messages)
        raise smtplib.SMTPDataError(451, b"later")

    with monkeypatch.context() as failing:
        failing.setattr(Memory, "send_messages", refuse)
        assert not send()
    digest.refresh_from_db()
    assert digest.tries == 1 and digest.answer == "451 later"
    assert next_digests() == []
    Digest.objects.update(due_at=timezone.now())
    assert send()
    assert mailoutbox[0].extra_headers["Message-ID"] == sent[0].extra_headers["Message-ID"]


def test_given_up_it_is_due_again_on_its_next_day(digest, mailoutbox, waits):
    waits.append(game("Erin"))
    Digest.objects.update(tries=MOST_TRIES)
    assert not send() and mailoutbox == []
    digest.refresh_from_db()
    assert (digest.tries, digest.dropped) == (0, Dropped.TOO_MANY_TRIES)
    assert digest.due_at > timezone.now() + timedelta(hours=12)


def test_how_long_it_waits_is_told_by_what_is_due(digest):
    now = timezone.now()
    assert oldest_due(now) == digest.due_at and due_digests(now).count() == 1
    Digest.objects.update(due_at=None)
    assert oldest_due(now) is None


# --- Choosing


def test_saved_hours_are_those_of_the_form(bob):
    save_hours(player=bob, **{**HOURS, "weekdays": [0, 3], "quiet_from": time(22), "quiet_to": time(7)})
    bob.refresh_from_db()
    form = HoursForm(player=bob)
    assert form.initial == {
        "at": "07:30", "weekdays": [0, 3], "when_nothing": False, "quiet_from": "22:00", "quiet_to": "07:00",
        "urgent_at_night": True, "zone": "Europe/Paris",
    }  # fmt: skip
    assert Preferences.objects.get().quiet_from == time(22)
    assert bob.told_by["digest"] == sorted(chosen(bob)["digest"])
    assert Digest.objects.get().due_at.astimezone(PARIS).time() == HALF_PAST_SEVEN


def test_the_form_gives_what_the_service_takes(bob):
    sent = {
        "at": "06:30",
        "weekdays": ["1", "2"],
        "zone": "Asia/Tokyo",
        "quiet_from": "22:30",
        "quiet_to": "06:00",
    }
    form = HoursForm(sent, player=bob)
    assert form.is_valid(), form.errors
    save_hours(player=bob, **form.cleaned_data)
    digest = Digest.objects.get()
    assert (digest.at, digest.weekdays, digest.when_nothing) == (time(6, 30), 0b110, False)
    assert not Preferences.objects.get().urgent_at_night


@pytest.mark.parametrize(
    "sent, wrong",
    [
        ({"at": "07:30"}, "weekdays"),
        ({"quiet_from": "22:00"}, "quiet_to"),
        ({"at": "noon"}, "at"),
        ({"zone": "Mars"}, "zone"),
        ({"at": "07:30", "weekdays": ["7"]}, "weekdays"),
    ],
)
def test_what_makes_no_sense_is_refused(bob, sent, wrong):
    assert list(HoursForm(sent, player=bob).errors) == [wrong]


def test_without_an_hour_there_is_no_daily_mail(digest, bob):
    save_hours(player=bob, **{**HOURS, "at": None})
    bob.refresh_from_db()
    assert "digest" not in bob.told_by and Digest.objects.get().due_at is None
    assert HoursForm(player=bob).initial["at"] == ""


def test_switched_on_elsewhere_it_comes_at_the_usual_hour_and_tells_nothing_old(bob, weather, tell_of_rain):
    tell_of_rain(bob)
    Player.objects.filter(pk=bob.pk).update(told_by={"digest": ["turns"]})
    follow_switches(player=bob)
    digest = Digest.objects.get()
    assert digest.at == HALF_PAST_SEVEN and digest.created_at > Notice.objects.get().created_at
    Player.objects.filter(pk=bob.pk).update(told_by={})
    follow_switches(player=bob)
    assert Digest.objects.get().due_at is None


def test_switched_off_while_it_was_due_it_goes_no_more(digest, bob, mailoutbox, waits):
    waits.append(game("Erin"))
    Player.objects.filter(pk=bob.pk).update(told_by={})
    assert not send() and mailoutbox == []
    assert Digest.objects.get().due_at is None


def test_one_press_in_the_mail_ends_it_and_a_look_does_not(digest, bob, mailoutbox, waits):
    waits.append(game("Erin"))
    assert send()
    address = (
        mailoutbox[0].extra_headers["List-Unsubscribe"].strip("<>").removeprefix("https://homeworlds.example")
    )
    assert address in mailoutbox[0].body.replace("\n", "")
    stranger = Client(enforce_csrf_checks=True)
    assert "Do you want it no more?" in stranger.get(address).content.decode()
    assert Digest.objects.get().due_at is not None
    stranger.post(address, {"List-Unsubscribe": "One-Click"})
    bob.refresh_from_db()
    assert "digest" not in bob.told_by and Digest.objects.get().due_at is None
    assert stranger.get(reverse("notices:digest_off", args=["forged"])).status_code == 404
    assert off_link(bob) != off_link(Player.objects.create_player(name="Dana", email=None, password=None))


def test_its_links_change_the_hour_or_bring_a_mail_for_each_turn_without_a_log_in(
    digest, bob, mailoutbox, waits
):
    waits.append(game("Erin"))
    assert send()
    text = mailoutbox[0].body.replace("\n", " ")
    assert "Another hour" in text and "A mail for each turn" in text
    address = off_link(bob).removeprefix("https://homeworlds.example")
    assert f"{address}#hour" in text and f"{address}#turns" in text
    stranger = Client(enforce_csrf_checks=True)
    page = page_of(stranger.get(address))
    assert {"hour", "turns", "off"} <= {form.tag.get("id") for form in page.select("form")}
    assert stranger.post(address, {"act": "hour", "at": "21:00"}).status_code == 200
    assert f"{Digest.objects.get().at:%H:%M}" == "21:00" and Digest.objects.get().due_at
    stranger.post(address, {"act": "hour", "at": "25:99"})
    assert f"{Digest.objects.get().at:%H:%M}" == "21:00"
    Player.objects.update(mail_turns=False, mail_at_all=False)
    said = stranger.post(address, {"act": "turns"}).content.decode()
    bob.refresh_from_db()
    assert bob.mail_turns and bob.mail_at_all and "digest" not in bob.told_by
    assert "A mail comes for each turn." in said and Digest.objects.get().due_at is None


def test_it_goes_with_its_account(digest, bob):
    end_digest(player=bob)
    delete_account(player=bob)
    assert not Digest.objects.exists()


def test_its_page_says_what_is_chosen_and_takes_another_choice(digest, bob, client):
    client.force_login(bob)
    page = page_of(client.get(reverse("notices:hours")))
    assert len(page.select(".day-strip__mail")) == 1
    refused = client.post(reverse("notices:hours"), {"at": "08:00"})
    assert refused.status_code == 422 and "Choose a day at least" in refused.content.decode()
    saved = client.post(
        reverse("notices:hours"),
        {"at": "08:00", "weekdays": ["0"], "quiet_from": "22:00", "quiet_to": "07:00"},
    )
    assert saved.status_code == 302
    assert (Digest.objects.get().at, Digest.objects.get().weekdays) == (time(8), 1)
    assert len(page_of(client.get(reverse("notices:hours"))).select(".day-strip__quiet")) == 2


def test_another_zone_in_the_settings_moves_it_unless_it_is_on_its_way(bob, weather):
    save_hours(player=bob, **HOURS)
    bob.refresh_from_db()
    chosen = {"language": "", "palette": "standard", "stated_strength": ""}
    save_preferences(player=bob, time_zone="Asia/Tokyo", **chosen)
    assert Digest.objects.get().due_at.astimezone(TOKYO).time() == HALF_PAST_SEVEN
    now = timezone.now()
    Digest.objects.update(due_at=now)
    save_preferences(player=bob, time_zone="Europe/Paris", **chosen)
    assert Digest.objects.get().due_at == now


# --- The strip


def test_the_strip_is_drawn_from_the_hours():
    assert strip_of(time(22), time(7), HALF_PAST_SEVEN).quiet == ((0, 140), (440, 40))
    assert strip_of(time(1), time(2), None).quiet == ((20, 20),)
    assert strip_of(time(22), time(0), None).quiet == ((440, 40),)
    assert strip_of(None, None, HALF_PAST_SEVEN).mail == 150
    assert strip_of(time(7), time(7), None).quiet == ()
