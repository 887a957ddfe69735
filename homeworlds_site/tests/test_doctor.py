"""`homeworlds doctor` finds what is planted, says what to do, and calls good what is good."""

from __future__ import annotations

import datetime
import http.server
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management import call_command
from django.db import connection
from django.test import Client

from accounts.tests.cast import person
from proofs.kit.ears import Mailbox
from proofs.kit.mail import Mood
from upkeep.doctor import ahead, inside, post, reach, safe
from upkeep.doctor.findings import Asked, Examine, Finding, Verdict, examined
from upkeep.management.commands.doctor import EXAMINED
from upkeep.selectors import BACKUP
from upkeep.services import tally
from upkeep.watching.alarms import State, Trouble

pytestmark = pytest.mark.django_db(transaction=True)
GOOD, LOOK, UNKNOWN = Verdict.GOOD, Verdict.LOOK, Verdict.UNKNOWN


def found(examine: Examine, **asked: Any) -> list[Finding]:
    findings = examined(examine, Asked(**asked))
    assert all(each.words.endswith((".", ")")) or ":" in each.words for each in findings)
    return findings


def words(findings: list[Finding], verdict: Verdict) -> str:
    return " ".join(each.words for each in findings if each.verdict is verdict)


# --- Settings, versions, clock, disk, queue


def test_a_setting_that_is_not_safe_is_found(settings: Any) -> None:
    settings.ADMINS, settings.ALARM_URL, settings.SECURE_HSTS_SECONDS = [], "", 0
    said = words(found(inside.of_settings), LOOK)
    assert "security.W004" in said and "set ADMINS_EMAIL or ALARM_URL" in said


def test_packages_of_another_release_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert words(found(inside.of_versions), LOOK) == ""
    there = inside.version
    monkeypatch.setattr(inside, "version", lambda name: "1.0" if name == "django" else there(name))
    said = words(found(inside.of_versions), LOOK)
    assert "1 packages" in said and "django 1.0, not" in said and "requirements.txt" in said


@pytest.mark.postgres
def test_a_pg_dump_that_is_older_than_the_server_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    old = subprocess.CompletedProcess([], 0, "pg_dump (PostgreSQL) 9.6", "")
    monkeypatch.setattr(inside.subprocess, "run", lambda *_, **__: old)
    assert "install postgresql-client-" in words(found(inside.of_versions), LOOK)


@pytest.mark.parametrize("kept, verdict", [(True, GOOD), (False, LOOK), (None, UNKNOWN)])
def test_a_clock_that_nobody_keeps_is_found(
    monkeypatch: pytest.MonkeyPatch, kept: bool | None, verdict: Verdict
) -> None:
    monkeypatch.setattr(inside, "_time_is_kept", lambda: kept)
    assert "NTP" in words(found(inside.of_clock), verdict)


@pytest.mark.postgres
def test_a_clock_apart_from_the_databases_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "apart" in words(found(inside.of_clock), GOOD)
    there = inside.time.time
    monkeypatch.setattr(inside.time, "time", lambda: there() + 600)
    assert "600 seconds apart" in words(found(inside.of_clock), LOOK)


def test_a_full_disk_is_found(settings: Any, tmp_path: Path) -> None:
    settings.WATCHED_FOLDERS, settings.DISK_FREE_PERCENT = [str(tmp_path)], 99.9
    assert "make room" in words(found(inside.of_disks), LOOK)


@pytest.mark.parametrize(
    "state, verdict, said",
    [
        (State("broker", "Queue", Trouble("Start Redis again.")), LOOK, "Start Redis again."),
        (State("waiting", "What waits", None, known=False), UNKNOWN, "What waits: "),
        (State("worker", "Worker", None), GOOD, "The queue works"),
        (State("backup", "Backup", Trouble("Of another part.")), GOOD, "The queue works"),
    ],
)
def test_a_queue_that_stands_is_found(
    monkeypatch: pytest.MonkeyPatch, state: State, verdict: Verdict, said: str
) -> None:
    monkeypatch.setattr(inside, "states", lambda: [state])
    assert said in words(found(inside.of_queue), verdict)


# --- Names, certificate, proxy


def test_a_name_that_leads_nowhere_is_found(settings: Any) -> None:
    settings.SITE_URL = "https://no-such-host.invalid"
    assert "leads nowhere" in words(found(reach.of_name), LOOK)


@contextmanager
def tls(
    tmp_path: Path, days: float, monkeypatch: pytest.MonkeyPatch, *, trusted: bool = True
) -> Iterator[int]:
    """A server with a certificate of its own, for localhost; its port."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=days, hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (tmp_path / "certificate").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (tmp_path / "key").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "certificate", tmp_path / "key")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    "days, trusted, verdict, said",
    [
        (60, True, GOOD, "good for 60 days"),
        (5, True, LOOK, "ends in 5 days"),
        (60, False, LOOK, "Browsers refuse the certificate"),
        (-0.5, True, LOOK, "Browsers refuse the certificate"),
    ],
)
def test_a_certificate_that_ends_is_found(
    settings: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    days: float,
    trusted: bool,
    verdict: Verdict,
    said: str,
) -> None:
    with tls(tmp_path, days, monkeypatch, trusted=trusted) as port:
        settings.SITE_URL = f"https://localhost:{port}"
        assert said in words(found(reach.of_certificate), verdict)


def test_where_nobody_speaks_tls_it_is_found(settings: Any) -> None:
    settings.SITE_URL = "https://127.0.0.1:1"
    assert "start the proxy" in words(found(reach.of_certificate), LOOK)
    settings.SITE_URL = "http://127.0.0.1:1"
    assert "in the open" in words(found(reach.of_certificate), LOOK)


OWN = "198.51.100.5"


@pytest.mark.parametrize(
    "seen, verdict, said",
    [
        (reach.Seen(True, OWN, OWN), GOOD, "The proxy says by itself"),
        (reach.Seen(False, OWN, OWN), LOOK, "X-Forwarded-Proto"),
        (reach.Seen(True, reach.FORGED, OWN), LOOK, "forge their address"),
        (reach.Seen(True, "127.0.0.1", OWN), LOOK, "TRUSTED_PROXIES is too low"),
    ],
)
def test_a_proxy_that_lets_itself_be_lied_to_is_found(
    settings: Any, monkeypatch: pytest.MonkeyPatch, seen: reach.Seen, verdict: Verdict, said: str
) -> None:
    settings.METRICS_TOKEN, settings.HTTPS, settings.SITE_URL = "open-sesame-1", True, "https://a.example"
    monkeypatch.setattr(reach, "_seen", lambda: seen)
    assert said in words(found(reach.of_proxy), verdict)


@pytest.mark.parametrize("trusted, place", [(0, "127.0.0.1"), (1, reach.FORGED)])
def test_the_site_tells_how_it_sees_who_asks_to_whoever_has_the_token(
    settings: Any, client: Client, trusted: int, place: str
) -> None:
    settings.METRICS_TOKEN, settings.ALLAUTH_TRUSTED_PROXY_COUNT = "open-sesame-1", trusted
    headers = {"X-Forwarded-For": reach.FORGED}
    assert "you" not in client.get("/healthz", headers=headers).json()
    told = client.get("/healthz", headers={**headers, "Authorization": "Bearer open-sesame-1"}).json()
    assert told["you"] == {"secure": False, "place": place}


# --- Mail


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch, settings: Any) -> dict[str, list[str]]:
    settings.DEFAULT_FROM_EMAIL = "Homeworlds <games@play.example>"
    found = {
        "play.example": ["v=spf1 mx -all"],
        "mail._domainkey.play.example": ["v=DKIM1; k=rsa; p=MIIB"],
        "_dmarc.play.example": ["v=DMARC1; p=reject"],
    }
    monkeypatch.setattr(post, "texts", lambda name: found.get(name, []))
    return found


def test_a_domain_that_says_who_sends_for_it_is_good(records: dict[str, list[str]]) -> None:
    assert [each.verdict for each in found(post.of_mail_domain)] == [GOOD, GOOD, GOOD]


@pytest.mark.parametrize(
    "name, held, verdict, said",
    [
        ("play.example", [], LOOK, "no SPF record"),
        ("play.example", ["v=spf1 +all"], LOOK, "+all"),
        ("play.example", ["v=spf1 mx -all", "v=spf1 a -all"], LOOK, "2 SPF records"),
        ("_dmarc.play.example", [], LOOK, "no DMARC record"),
        ("mail._domainkey.play.example", ["v=DKIM1; p="], LOOK, "revoked"),
        ("mail._domainkey.play.example", [], UNKNOWN, "--dkim NAME"),
    ],
)
def test_what_a_domain_lacks_is_found(
    records: dict[str, list[str]], name: str, held: list[str], verdict: Verdict, said: str
) -> None:
    records[name] = held
    assert said in words(found(post.of_mail_domain), verdict)


def test_a_selector_that_is_named_is_looked_at(records: dict[str, list[str]]) -> None:
    assert "no DKIM key named other" in words(found(post.of_mail_domain, dkim=["other"]), LOOK)


def test_without_a_name_server_nobody_can_tell(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = "games@play.example"

    def nobody(*_: Any, **__: Any) -> None:
        raise post.dns.exception.Timeout

    monkeypatch.setattr(post.dns.resolver, "resolve", nobody)
    assert [each.verdict for each in found(post.of_mail_domain)] == [UNKNOWN]


@pytest.fixture
def mailbox(settings: Any) -> Iterator[Mailbox]:
    box = Mailbox()
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "notices.smtp.EmailBackend", "127.0.0.1"
    settings.EMAIL_PORT = int(box.url.rpartition(":")[2])
    settings.ADMINS, settings.DEFAULT_FROM_EMAIL = [("You", "you@a.example")], "games@play.example"
    yield box
    box.close()


def test_a_mail_to_oneself_comes_back_by_its_answer(mailbox: Mailbox) -> None:
    assert "was taken (250 ok)" in words(found(post.of_own_mail), GOOD)
    assert [each.subject for each in mailbox.heard] == ["[Homeworlds] A mail to yourself"]
    assert words(found(post.of_own_mail, send=False), UNKNOWN) and len(mailbox.heard) == 1


def test_a_mail_server_that_refuses_is_found(mailbox: Mailbox) -> None:
    mailbox.mood = Mood.REFUSES
    assert "does not answer (SMTPConnectError)" in words(found(post.of_own_mail), LOOK)
    mailbox.close()
    assert "does not answer (ConnectionRefusedError)" in words(found(post.of_own_mail), LOOK)


# --- Backup


@pytest.fixture
def backups(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    person("Alice")
    call_command("backup", str(folder), stdout=StringIO())
    return folder


def test_a_backup_that_is_damaged_or_missing_is_found(backups: Path, tmp_path: Path) -> None:
    [file] = backups.iterdir()
    file.write_bytes(file.read_bytes()[:3000])
    assert "damaged" in words(found(safe.of_backups, backups=str(backups)), LOOK)
    assert "There is no backup" in words(found(safe.of_backups, backups=str(tmp_path)), LOOK)


def test_an_old_backup_is_found(backups: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tally(BACKUP)
    monkeypatch.setattr(safe, "_tried", lambda file, into: Finding(GOOD, "It was brought back."))
    assert words(found(safe.of_backups, backups=str(backups)), LOOK) == ""
    monkeypatch.setattr("upkeep.watching.standing.seconds_since", lambda *_: 72 * 3600.0)
    assert "72 hours old" in words(found(safe.of_backups, backups=str(backups)), LOOK)


def test_what_the_trial_says_is_told(backups: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(code: int, said: str) -> Callable[..., Any]:
        return lambda *_, **__: subprocess.CompletedProcess([], code, said, "")

    [file] = backups.iterdir()
    monkeypatch.setattr(safe.subprocess, "run", ends(0, "Saved.\n3 of 3 games agree."))
    assert safe._restored(file, "x") == Finding(
        GOOD, f"{file.name} was brought back on trial: 3 of 3 games agree."
    )
    monkeypatch.setattr(safe.subprocess, "run", ends(1, "2 of 3 games agree."))
    assert safe._restored(file, "x").verdict is LOOK


@pytest.mark.postgres
def test_whoever_may_make_no_database_is_told_how_to_try(backups: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE doctor_without_rights")
        try:
            cursor.execute("SET ROLE doctor_without_rights")
            [file] = backups.iterdir()
            said = safe._tried(file, "")
        finally:
            cursor.execute("RESET ROLE")
            cursor.execute("DROP ROLE doctor_without_rights")
    assert said.verdict is UNKNOWN and "createdb --owner" in said.words


# --- The next upgrade


@pytest.fixture
def releases(tmp_path: Path, settings: Any) -> Callable[[str, str], None]:
    """A place that the code comes from, and the clone of the site."""
    origin, base = tmp_path / "origin", tmp_path / "site"
    settings.BASE_DIR = base / "releases" / "now"
    settings.BASE_DIR.mkdir(parents=True)
    origin.mkdir()

    def git(folder: Path, *arguments: str) -> None:
        own = ["-c", "user.name=Proof", "-c", "user.email=proof@example.org"]
        subprocess.run(["git", *own, *arguments], cwd=folder, check=True, capture_output=True)

    def release(number: str, changes: str) -> None:
        (origin / "CHANGELOG.md").write_text(changes)
        git(origin, "add", "--all")
        git(origin, "commit", "--message", number, "--allow-empty")
        git(origin, "tag", number)

    git(origin, "init")
    release("0.0.1", "# Changes\n")
    git(tmp_path, "clone", str(origin), str(base / "source"))
    return release


CHANGES = """# Changes

## 99.1.0

### What the operator does

1. Look at this.
2. And at that.

### What is new

- Much.

## 0.0.1

### What the operator does

1. Nothing any more.
"""


def test_a_newer_release_and_what_it_asks_for_are_found(releases: Callable[[str, str], None]) -> None:
    assert "is the newest release" in words(found(ahead.of_upgrade), GOOD)
    releases("99.1.0", CHANGES)
    said = words(found(ahead.of_upgrade), LOOK)
    assert "99.1.0 is there" in said and "(2 for 99.1.0)" in said


def test_no_room_for_an_upgrade_is_found(
    releases: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "LEAST_ROOM", 10**18)
    assert "make room" in words(found(ahead.of_upgrade), LOOK)


def test_without_a_clone_nobody_can_tell(settings: Any, tmp_path: Path) -> None:
    settings.BASE_DIR = tmp_path / "a" / "b" / "c"
    settings.BASE_DIR.mkdir(parents=True)
    assert "homeworlds install" in words(found(ahead.of_upgrade), UNKNOWN)


# --- The command


def test_one_that_breaks_is_a_finding_and_ends_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(asked: Asked) -> Iterator[Finding]:
        yield Finding(GOOD, "Begun.")
        raise RuntimeError("with a secret in it")

    said = examined(breaks, Asked())
    assert [each.verdict for each in said] == [GOOD, UNKNOWN] and "secret" not in said[1].words


def test_each_finding_is_a_line_and_the_exit_code_says_whether_to_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in EXAMINED:
        monkeypatch.setitem(EXAMINED, name, lambda asked: iter([Finding(GOOD, "All is well.")]))
    out = StringIO()
    call_command("doctor", stdout=out)
    lines = out.getvalue().splitlines()
    assert (
        len(lines) == len(EXAMINED) + 1
        and lines[-1] == f"doctor: {len(EXAMINED)} good, 0 look at this, 0 cannot tell"
    )
    monkeypatch.setitem(EXAMINED, "disk", lambda asked: iter([Finding(LOOK, "Make room.")]))
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", "disk", stdout=(out := StringIO()))
    assert ended.value.code == 1
    assert out.getvalue().splitlines()[0] == "look at this  disk         Make room."
    with pytest.raises(SystemExit, match="nothing called"):
        call_command("doctor", "spirits")


def test_the_changelog_says_of_this_release_what_the_operator_does() -> None:
    from homeworlds import __version__

    text = (Path(__file__).resolve().parents[2] / "CHANGELOG.md").read_text()
    sections = dict(ahead.SECTION.findall(text))
    assert __version__ in sections and ahead._count(sections[__version__]) > 0
    assert next(iter(sections)) == __version__
