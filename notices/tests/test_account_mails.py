"""Mails about accounts: written into the outbox, sent by a worker, and forgotten word by word."""

from __future__ import annotations

import smtplib
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend as Memory
from django.urls import reverse
from django.utils import timezone

from accounts.addresses import confirm_address
from accounts.deletion import delete_account
from accounts.models import Player
from accounts.tests.cast import log_in_as_staff
from accounts.tests.logging_in import code_in_last_mail, sign_up
from notices.models import AccountMail, Notice
from notices.outbox import MOST_TRIES, claim_next, forget_old_notices
from notices.sending import send_account_mail, send_notice
from notices.wake import MAIL_BELL
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture(autouse=True)
def no_counts_from_other_tests() -> None:
    """The limits count in the cache."""
    cache.clear()


class Server(Memory):
    """A mail server that refuses what the test wants refused."""

    refuses: Exception | None = None

    def send_messages(self, messages):
        if self.refuses:
            raise self.refuses
        return super().send_messages(messages)


@pytest.fixture
def server(settings, monkeypatch):
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    monkeypatch.setattr(Server, "refuses", None)
    return Server


def no_such(address, code=550, words=b"5.1.1 No such user here"):
    return smtplib.SMTPRecipientsRefused({address: (code, words)})


def send(mail=None):
    """The next try, as its task makes it."""
    mail = mail or AccountMail.objects.latest("pk")
    mail.refresh_from_db()
    return send_account_mail(mail_id=mail.pk, tries=mail.tries)


def tell_and_send(tell_of_rain, player, news):
    tell_of_rain(player, news=news)
    notice = Notice.objects.get(player=player, news=news)
    return send_notice(notice_id=notice.pk, tries=notice.tries)


def words_left(mail):
    mail.refresh_from_db()
    return mail.subject + mail.body


def banner(client):
    return page_of(client.get("/")).select(".refused-address")


def test_signing_up_writes_it_and_asks_a_worker(
    client, calls, mailoutbox, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        assert sign_up(client).status_code == 302
    mail = AccountMail.objects.get()
    assert calls == [(MAIL_BELL,)]
    assert mailoutbox == []
    assert (mail.address, mail.player.name) == ("dora@example.com", "Dora")
    assert send()
    assert [each.to for each in mailoutbox] == [["dora@example.com"]]
    client.post(reverse("account_email_verification_sent"), {"code": code_in_last_mail()})
    assert Player.objects.get(name="Dora").email == "dora@example.com"


def test_delivered_twice_it_is_sent_once(client, mailoutbox):
    sign_up(client)
    mail = AccountMail.objects.get()
    assert send_account_mail(mail_id=mail.pk, tries=0)
    assert not send_account_mail(mail_id=mail.pk, tries=0)
    assert len(mailoutbox) == 1


def test_it_goes_before_all_others_for_somebody_waits_for_it(client, notice):
    Notice.objects.update(due_at=timezone.now() - timedelta(hours=1))
    sign_up(client)
    assert [claim_next() for _ in range(3)] == [[AccountMail.objects.get()], [notice], []]


def is_sent(mail, server):
    assert send()


def is_refused(mail, server):
    server.refuses = no_such("dora@example.com")
    assert not send()


def comes_too_late(mail, server):
    assert timedelta(minutes=14) < mail.good_until - timezone.now() <= timedelta(minutes=15)
    AccountMail.objects.update(good_until=timezone.now() - timedelta(seconds=1))
    assert not send()


def fails_too_often(mail, server):
    server.refuses = smtplib.SMTPDataError(451, b"later")
    AccountMail.objects.update(tries=MOST_TRIES)
    assert not send()


@pytest.mark.parametrize(
    "happening, dropped",
    [(is_sent, ""), (is_refused, "refused"), (comes_too_late, "stale"), (fails_too_often, "too-many-tries")],
)
def test_its_words_are_gone_once_it_is_settled(client, server, happening, dropped):
    sign_up(client)
    mail = AccountMail.objects.get()
    assert "is your code" in mail.subject and "Enter this code" in mail.body
    happening(mail, server)
    assert words_left(mail) == ""
    assert (mail.due_at, mail.dropped, mail.address) == (None, dropped, "dora@example.com")


def test_its_code_is_kept_while_it_waits_and_sent_when_the_server_is_back(client, server, mailoutbox):
    sign_up(client)
    server.refuses = smtplib.SMTPServerDisconnected()
    assert not send()
    server.refuses = None
    assert send()
    assert len(mailoutbox) == 1


def test_an_address_of_nobody_is_forgotten_with_the_words(client, mailoutbox):
    client.post(reverse("account_reset_password"), {"email": "nobody@example.com"})
    mail = AccountMail.objects.get()
    assert mail.address == "nobody@example.com"
    assert send()
    assert words_left(mail) == mail.address == ""
    assert mailoutbox[0].to == ["nobody@example.com"]


def test_settled_ones_go_after_their_days_and_with_the_account(client, alice, bob, settings):
    settings.NOTICES_KEPT_DAYS = 30
    for each in (alice, bob):
        client.post(reverse("account_reset_password"), {"email": each.email})
    first, second = AccountMail.objects.order_by("pk")
    send(first)
    AccountMail.objects.update(created_at=timezone.now() - timedelta(days=31))
    assert forget_old_notices() == 1
    assert list(AccountMail.objects.all()) == [second]
    delete_account(player=bob)
    assert not AccountMail.objects.exists()


# --- Whom mail cannot reach


def test_a_newcomer_reads_on_the_page_of_the_code_that_the_address_is_refused(client, server):
    server.refuses = no_such("dora@example.com")
    sign_up(client)
    page = reverse("account_email_verification_sent")
    assert page_of(client.get(page)).select(".notice--warning") == []
    send()
    [notice] = page_of(client.get(page)).select(".notice--warning")
    assert "E-mails to dora@example.com come back" in notice.text
    client.post(page, {"action": "change", "email": "dorothy@example.com"})
    assert page_of(client.get(page)).select(".notice--warning") == []


def test_the_page_of_the_code_is_the_same_where_the_address_has_an_account(client, alice, server):
    """That mail comes back from it as well; or else its absence would tell."""
    server.refuses = no_such("alice@example.com")
    sign_up(client, email="alice@example.com")
    send()
    page = page_of(client.get(reverse("account_email_verification_sent")))
    assert len(page.select(".notice--warning")) == 1
    alice.refresh_from_db()
    assert alice.refused_address == ""


def test_a_player_reads_on_every_page_that_the_address_is_refused_until_a_mail_arrives(
    client, bob, server, tell_of_rain
):
    client.force_login(bob)
    assert banner(client) == []
    server.refuses = no_such("bob@example.com")
    assert not tell_and_send(tell_of_rain, bob, 1)
    [told] = banner(client)
    assert "E-mails to bob@example.com come back" in told.text
    assert [link["href"] for link in told.select("a")] == [reverse("account_email")]
    server.refuses = None
    assert tell_and_send(tell_of_rain, bob, 2)
    assert banner(client) == []


def test_another_address_ends_it(client, bob, server, tell_of_rain):
    client.force_login(bob)
    server.refuses = no_such("bob@example.com")
    tell_and_send(tell_of_rain, bob, 1)
    bob.refresh_from_db()
    confirm_address(player=bob, address="robert@example.com")
    assert banner(client) == []


@pytest.mark.parametrize(
    "code, words",
    [
        (450, b"4.2.1 try again later"),
        (552, b"5.2.2 mailbox full"),
        (550, b"5.7.1 your server is not welcome"),
        (554, b"5.7.1 relay access denied"),
    ],
)
def test_what_the_address_cannot_help_is_not_told_to_its_player(
    bob, server, tell_of_rain, code, words, caplog
):
    server.refuses = no_such("bob@example.com", code, words)
    assert not tell_and_send(tell_of_rain, bob, 1)
    bob.refresh_from_db()
    notice = Notice.objects.get()
    assert (bob.refused_address, notice.dropped, notice.due_at is None) == ("", "", False)
    assert notice.answer == f"{code} {words.decode()}"
    assert "example.com" not in caplog.text


def test_staff_see_the_refusal_and_never_the_words(client, alice, bob, server):
    Player.objects.filter(pk=alice.pk).update(is_staff=True)
    server.refuses = no_such("bob@example.com")
    client.post(reverse("account_reset_password"), {"email": "bob@example.com"})
    mail = AccountMail.objects.get()
    code, words = mail.subject.split()[0], mail.body
    staff = type(client)()
    log_in_as_staff(staff, Player.objects.get(pk=alice.pk))
    addresses = [
        reverse("admin:notices_accountmail_changelist"),
        reverse("admin:notices_accountmail_change", args=[mail.pk]),
    ]
    for address in addresses:
        assert code not in staff.get(address).content.decode()
    send()
    page = staff.get(addresses[0]).content.decode()
    assert "550 5.1.1 No such user here" in page and "refused" in page
    found = staff.get(reverse("admin:accounts_player_changelist"), {"refused_address__isempty": "0"})
    assert [row.name for row in found.context["cl"].result_list] == ["Bob"]
    for look_up in ("body__startswith", "subject__startswith"):
        assert staff.get(addresses[0], {look_up: words[:1]}).status_code == 400


def test_neither_logs_nor_errors_have_the_words(client, server, caplog):
    sign_up(client)
    mail = AccountMail.objects.get()
    code = mail.subject.split()[0]
    server.refuses = smtplib.SMTPServerDisconnected()
    send()
    server.refuses = no_such("dora@example.com")
    send()
    assert caplog.text
    assert code not in caplog.text and code not in repr(mail) + str(mail)
