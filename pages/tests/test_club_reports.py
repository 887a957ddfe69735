"""What a club says of itself is reported to staff, who look at hidden clubs for a reason only."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.deletion import delete_account
from accounts.models import Player
from accounts.staff.words import acts_with_words
from accounts.tests.cast import log_in_as_staff, person
from clubs.models import Club, ClubReport
from clubs.refusals import ClubRefusal, ClubRefusalCode
from clubs.services import close_club, make_officer, report_club, write_news
from clubs.services.staff import clear_club, look_at_club, settle_club_reports
from clubs.tests.clubhouse import club_of
from games.tests.browsing import Browser
from notices.kinds import kind_named
from notices.models import Notice
from upkeep.models import StaffAct
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
REPORTS = reverse("admin:clubs_clubreport_changelist")


@pytest.fixture(autouse=True)
def no_counts_from_other_tests() -> None:
    cache.clear()


@pytest.fixture
def sue(db: None) -> Player:
    sue = person("Sue")
    sue.is_staff = True
    sue.save(update_fields=["is_staff"])
    return sue


def reported(club: Club, player: Player) -> ClubReport:
    return report_club(club=club, player=player, reason="Rude.")


def test_whoever_sees_a_club_reports_it_by_its_page_and_staff_are_told_once(sue, alice, bob, charlie):
    club = club_of(alice, bob)
    write_news(club_id=club.pk, player=alice, news="Something rude")
    for player in (bob, charlie):
        browser = Browser(player).open(club.get_absolute_url())
        assert reverse("pages:club_report", args=[club.public_id]) in page_of(browser.page).targets
        browser.open(reverse("pages:club_report", args=[club.public_id]))
        assert "Something rude" in page_of(browser.page).text
        browser.send(browser.form("reason"), reason=" Rude. ")
    assert list(ClubReport.objects.values_list("said", "reason")) == [("Orion\nSomething rude", "Rude.")] * 2
    [told] = Notice.objects.filter(kind="report")
    assert told.player == sue and kind_named("report").is_still_true(told)
    assert "2 reports wait for staff." in kind_named("report").letter(told).paragraphs


def test_the_same_is_reported_once_until_staff_have_looked(sue, alice, bob):
    club = club_of(alice)
    assert reported(club, bob) == reported(club, bob)
    settle_club_reports(staff=sue, club=club, reason="It is a joke.")
    assert not kind_named("report").is_still_true(Notice.objects.get(kind="report"))
    reported(club, bob)
    assert ClubReport.objects.count() == 2 and Notice.objects.filter(kind="report").count() == 2


def test_who_leads_the_club_changes_it_instead(alice, bob):
    club = club_of(alice, bob)
    make_officer(club_id=club.pk, player=alice, member=bob)
    for player in (alice, bob):
        with pytest.raises(ClubRefusal) as refused:
            reported(club, player)
        assert refused.value.code == ClubRefusalCode.OWN_WORDS
        page = page_of(Browser(player).open(club.get_absolute_url()).page)
        assert reverse("pages:club_report", args=[club.public_id]) not in page.targets


def test_a_bot_reports_nothing(alice):
    with pytest.raises(ClubRefusal) as refused:
        reported(club_of(alice), Player(kind=Player.Kind.BOT, bot_level="easy", name="Robot"))
    assert refused.value.code == ClubRefusalCode.CLUBS_ARE_FOR_PEOPLE


def test_what_a_closed_club_said_is_taken_away_all_the_same(sue, alice, bob):
    club = club_of(alice)
    write_news(club_id=club.pk, player=alice, news="Something rude")
    close_club(club_id=club.pk, player=alice)
    report = reported(Club.objects.get(), bob)
    clear_club(staff=sue, club=club, reason="Rude.")
    report.refresh_from_db()
    assert Club.objects.get().news == "" and report.settled_at is not None and "rude" in report.said


def test_an_act_of_staff_answers_the_reports_of_its_club_that_wait_and_no_others(sue, alice, bob, charlie):
    club, other = club_of(alice), club_of(charlie, name="Vega")
    report, waits = reported(club, bob), reported(other, bob)
    settle_club_reports(staff=sue, club=club, reason="A joke.")
    report.refresh_from_db()
    answered = report.settled_at
    again = reported(club, bob)
    settle_club_reports(staff=sue, club=club, reason="A joke still.")
    for each in (report, waits, again):
        each.refresh_from_db()
    assert again != report and again.settled_at is not None
    assert answered is not None and report.settled_at == answered and waits.settled_at is None


def test_staff_find_the_reports_on_their_first_page_and_settle_them(sue, alice, bob, client):
    club = club_of(alice)
    report = reported(club, bob)
    log_in_as_staff(client, sue)
    waiting = page_of(client.get("/admin/")).by_id("open-reports")
    assert "1 report of a player waits." in waiting.text and "Of clubs (1)" in waiting.text
    assert "Orion" in client.get(REPORTS).content.decode()
    act = reverse("admin:clubs_clubreport_act", args=[report.pk, "settle"])
    assert client.post(act, {"reason": " "}).status_code == 422
    assert client.post(act, {"reason": "It is a joke."}).status_code == 302
    assert "No report" in page_of(client.get("/admin/")).by_id("open-reports").text
    assert not StaffAct.objects.get().concerns.exists() or StaffAct.objects.get().internal


def test_nothing_is_looked_at_without_a_reason_and_those_who_lead_the_club_read_it(sue, alice, bob, client):
    club = club_of(alice, bob, hidden=True)
    write_news(club_id=club.pk, player=alice, news="We meet at night")
    log_in_as_staff(client, sue)
    pages = [reverse(f"admin:clubs_club_{name}", args=[club.pk]) for name in ("change", "history")]
    pages += [
        reverse("admin:clubs_club_changelist") + query for query in ("", "?q=Orion", f"?q={club.public_id}")
    ]
    pages.append(reverse("admin:clubs_club_act", args=[club.pk, "clear"]))
    for page in pages:
        shown = client.get(page).content.decode()
        assert "We meet at night" not in shown and ">Orion" not in shown, page
    assert club.public_id not in client.get(pages[3]).content.decode()
    assert club.public_id in client.get(pages[4]).content.decode()
    for number in (1, 2):
        assert client.post(pages[0], {"reason": " "}).status_code == 422
        shown = client.post(pages[0], {"reason": "A report."}, follow=True).content.decode()
        assert "We meet at night" in shown and StaffAct.objects.count() == number
        assert "We meet at night" not in client.get(pages[0]).content.decode()
    act = StaffAct.objects.first()
    assert (act.act, act.reason, list(act.concerns.all())) == ("look_at_club", "A report.", [alice])
    with pytest.raises(ValidationError):
        look_at_club(staff=sue, club=club, reason=" ")
    assert "look_at_club" in acts_with_words()


def test_a_club_that_everybody_sees_is_looked_at_without_more_ado(sue, alice, client):
    club = club_of(alice)
    log_in_as_staff(client, sue)
    assert "Orion" in client.get(reverse("admin:clubs_club_change", args=[club.pk])).content.decode()
    assert "Orion" in client.get(reverse("admin:clubs_club_changelist") + "?q=rio").content.decode()
    assert not StaffAct.objects.exists()


def test_who_deletes_the_account_leaves_no_words_in_reports(alice, bob):
    reported(club_of(alice), bob)
    delete_account(player=bob)
    assert ClubReport.objects.get().reason == ""
