"""All mails of the site: no request sends one, none takes the site's address from a request, all words are
our own."""

from __future__ import annotations

import re
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
from accounts.tests.cast import PASSWORD, person
from accounts.tests.device import Device, add_passkey
from accounts.tests.logging_in import sign_up
from games.notices.kinds import NoticeKind
from homeworlds_site.tests.every_kind import FORGED, make_every_kind_of_notice, send_all
from notices import kinds
from notices.kinds import topic_of
from notices.models import AccountMail, Notice
from upkeep.breaker import Breaker
from upkeep.queue import enqueue
from upkeep.tests.elements import page_of

ROOT = Path(project.BASE_DIR)
SITE = "https://homeworlds.example"
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
    monkeypatch.setattr("homeworlds_site.tests.every_kind.send_all", lambda: None)
    make_every_kind_of_notice(alice, bob, charlie)
    assert {notice.kind for notice in Notice.objects.all()} == set(kinds.registered())


@pytest.mark.django_db(transaction=True)
def test_with_the_mail_server_away_people_sign_up_and_play(alice, bob, charlie, settings, monkeypatch):
    """Here the worker's part runs in the request: not even so does anything fail."""
    monkeypatch.setattr("upkeep.queue.enqueue", enqueue)
    settings.EMAIL_BACKEND = f"{__name__}.Away"
    monkeypatch.setattr("homeworlds_site.tests.every_kind.send_all", lambda: None)
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
    *("upkeep/watching/fault_mail.py", "upkeep/watching/standing.py", "upkeep/calling/telling.py"),
    "upkeep/doctor/post.py",
}
"""The outbox and its way to the mail server; the reports of errors and the operator's alarms, which are sent
while the database may be away; and who asks whether the mail server answers."""
SENDING = re.compile(r"django\.core\.mail import|smtplib|email_user\(")


def test_nothing_but_the_outbox_sends_mails():
    found = {
        str(path.relative_to(ROOT))
        for path in ROOT.glob("*/**/*.py")
        if "tests" not in path.parts and not path.is_relative_to(ROOT / ".venv")
        if SENDING.search(path.read_text(encoding="utf-8"))
    }
    assert found == SENDERS
