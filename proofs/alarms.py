"""Each thing that can go wrong with a running site is broken in it, and the site has to tell.

At `/alarms`, in `/metrics` and on the page of staff, in one sentence; the operator hears it by mail and by
webhook within a minute, once, and once when it is over. While database, Redis or mail server are away it is
measured how long probes and pages take with 16 visitors at the door: these are times.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import redis

from proofs.kit.ears import Doorbell, Heard, Mailbox, doorbell
from proofs.kit.mail import Mood
from proofs.kit.neighbours import in_time, is_alone
from proofs.kit.processes import Process, becomes, family_of, run, signal_all
from proofs.kit.site import Site, own_site
from proofs.kit.watcher import PLACES, PROBES, TOKEN, Times, Told, Watcher, ask, crowd, probe
from upkeep.calling.memory import WELL_SECONDS

VISITORS: Final = 16
PROBE_IN_TIME: Final = 1.0
PAGE_IN_TIME: Final = 12.0
AWAY: Final = 12.0
"""Seconds that database or Redis are away while it is measured."""
PATIENCE: Final = 900.0
"""Seconds until what was broken must be told, or what was healed be well again: generous, for they are not
what is judged."""
WORDS_OF_NO_ROOM: Final = "run out of room"
PROGRAMS: Final = PLACES[:2]
"""Where it is told to programs: the page of staff is one of those that the database is needed for."""
HEARD_IN_TIME: Final = 60.0
CALLS_AGAIN: Final = 75.0
MINUTES_OF_CALLS: Final = 3
SPEAK_OF_REDIS: Final = ("timekeeper", "worker", "bots", "beat")
MOST_SAID: Final = 4000
"""Bytes of a log in some minutes without Redis; there were 5,000 for each try, and one every two seconds."""
SMALL_DISK: Final = 400_000_000

PEOPLE: Final = """
from datetime import timedelta

from django.test import Client
from accounts.models import Player
from accounts.tests.cast import log_in_as_staff
from games.models import TalkMessage
from proofs.kit.cast import new_game
from tournaments.models import Event, Format, Round
from tournaments.plans import usual_plan
from tournaments.services.opening import announce
from homeworlds.rules import Variant
from upkeep.clock import database_now

sue = Player.objects.create_superuser(name="Sue", email="sue@example.org", password="proof-of-alarms")
client = Client()
log_in_as_staff(client, sue)
game = new_game(sue, "random")
now = database_now()
TalkMessage.objects.create(
    game=game, room="players", author=sue, text="Rude.", key="1", log_number=0, created_at=now
)
event = announce(usual_plan("Proof", Format.SWISS, Variant.BINARY, starts_when_full=True), now)
long_ago = now - timedelta(days=3)
Round.objects.create(
    event=event, number=1, paired_at=now, begun_at=now, called_at=long_ago, look_at=long_ago
)
Event.objects.filter(pk=event.pk).update(status="cancelled")
print("session", client.session.session_key)
"""
NO_ROOM: Final = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER no_room BEFORE INSERT ON upkeep_fault FOR EACH ROW EXECUTE FUNCTION no_room();
CREATE TRIGGER no_room BEFORE INSERT ON accounts_player FOR EACH ROW EXECUTE FUNCTION no_room();
"""
"""What PostgreSQL says when it is out of room, whenever a row is added."""
FORGOTTEN: Final = """
CREATE TABLE kept AS SELECT * FROM django_migrations WHERE app = 'upkeep' ORDER BY id DESC LIMIT 1;
DELETE FROM django_migrations WHERE id IN (SELECT id FROM kept)
"""
REMEMBERED: Final = "INSERT INTO django_migrations OVERRIDING SYSTEM VALUE SELECT * FROM kept"
AGED: Final = "UPDATE upkeep_tally SET changed_at = changed_at - interval '3 days' WHERE name = 'backup'"
A_NOTICE: Final = """
INSERT INTO games_notice (player_id, kind, key, news, created_at, due_at, tries, dropped)
SELECT id, 'turn', 'proof', 1, now() - interval '3 hours', now() + interval '1 day', 0, ''
FROM accounts_player WHERE name = 'Sue'
"""
RUNS: Final = "UPDATE tournaments_event SET status = 'running'"
"""Its round is over, and its games were to be adjudicated a day ago."""
JUMPED: Final = "UPDATE games_heartbeat SET ahead = interval '30 days', at = at - interval '30 days'"
BACK: Final = "UPDATE games_heartbeat SET ahead = interval '0', at = now()"
TRIPPED: Final = "UPDATE games_heartbeat SET tripped_at = now()"
A_REPORT: Final = """
INSERT INTO games_report (message_id, reporter_id, reason, created_at)
SELECT said.id, said.author_id, 'proof', now() FROM games_talkmessage said
"""


class Proof:
    """A site where all is well, and what is done to it."""

    def __init__(self, site: Site, mail: Mailbox, bell: Doorbell, disk: Path | None) -> None:
        self.site, self.mail, self.bell, self.disk = site, mail, bell, disk
        self.static = site.folder / "static"
        self.saved = site.folder / "saved.backup"
        self.sql = site.postgres.sql
        self.wrong: list[str] = []
        site.env |= {
            "METRICS_TOKEN": TOKEN,
            "STATIC_MANIFEST": "true",
            "STATIC_DIR": str(self.static),
            "EMAIL_URL": mail.url,
            "ADMINS_EMAIL": "you@example.org",
            "ALARM_URL": bell.address,
            "PING_URL": bell.address.replace("told", "ping"),
            "WATCHED_FOLDERS": str(disk or ""),
        }
        self.sql("ALTER ROLE homeworlds PASSWORD 'of-the-proof'")
        site.env["DATABASE_PASSWORD"] = "of-the-proof"
        site.manage("collectstatic", "--no-input", "--verbosity", "0")
        self.back_up()
        session = site.manage("shell", "--no-imports", "-c", PEOPLE).split()[-1]
        names = ("timekeeper", "worker", "bots", "beat")
        self.parts = dict(zip(names, site.run_workers(), strict=True))
        self.parts["web"], self.address = site.run_web()
        self.watcher = Watcher(self.address, session)
        # As the timer of systemd does.
        look = ["-m", "upkeep.calling.look", self.address, "--every", "30"]
        var = {"VAR_DIR": str(site.folder / "look")}
        (site.folder / "look").mkdir()
        self.parts["look"] = site.started(
            Process("look", [sys.executable, *look], site.env | var, site.folder / "look.log")
        )

    def back_up(self) -> None:
        self.site.manage("backup", str(self.saved), "--overwrite")

    def check(self, good: bool, words: str) -> None:
        if not good:
            self.wrong.append(words)

    def becomes_well(self, after: str) -> None:
        began = time.monotonic()
        if becomes(self.watcher.all_is_well, PATIENCE):
            print(f"{after}: all is well after {time.monotonic() - began:.0f} s.\n")
            return
        left = ", ".join(self.watcher.alarms()[0]) or "no answer"
        print(f"{after}: NOT WELL: {left}.\n")
        self.wrong.append(f"after “{after}” it does not get well: {left}")

    def judge(self, told: Iterable[Told], places: Iterable[str], what: str) -> None:
        for each in told:
            print(each.line())
            for place in places:
                self.check(place in each.where, f"{what}: {each.name} is not told at {place}")

    # --- Whoever runs the site hears it

    def calls(self) -> None:
        """One alarm of the database's, one of the pages themselves: told once, and once that it is over."""
        web = self.parts["web"]
        self._call("backup", lambda: self.sql(AGED), self.back_up)
        self._call("web", web.stop, web.start)
        pings = sum(each.path == "/ping" for each in self.bell.asked)
        print(f"PING_URL was asked for {pings} times.\n")
        self.check(pings >= MINUTES_OF_CALLS, "the sign of life does not come once a minute")

    def _call(self, name: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        do()
        began = time.monotonic()
        self._hears(f"Needs a hand: {name}", began)
        time.sleep(CALLS_AGAIN)  # several looks more, in which nothing may be told again
        undo()
        self._hears(f"Well again: {name}", time.monotonic(), WELL_SECONDS)

    def _hears(self, words: str, began: float, after: float = 0.0) -> None:
        """Within a minute of when it can be known, once each."""
        ways = {"mail": self.mail.heard, "webhook": self.bell.heard}

        def told(heard: list[Heard]) -> list[Heard]:
            return [each for each in heard if each.at >= began and words in each.subject]

        becomes(lambda: all(map(told, ways.values())), PATIENCE)
        time.sleep(2)
        for way, heard in ways.items():
            times = [each.at - began - after for each in told(heard)]
            print(f"{words:<28}{way:<10}{', '.join(f'{each:.0f} s' for each in times) or 'NOT HEARD'}")
            self.check(len(times) == 1, f"“{words}” is heard {len(times)} times by {way}")
            self.check(all(in_time(each, HEARD_IN_TIME) for each in times), f"“{words}” comes late by {way}")

    # --- What stands in the database, on the disk, and the workers

    def things(self) -> None:
        sql, parts, big = self.sql, self.parts, self.disk and self.disk / "big"
        file, lost = next(self.static.glob("css/base.*.css")), self.static / "lost"
        broken: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "migrations": (lambda: sql(FORGOTTEN), lambda: sql(REMEMBERED)),
            "static": (lambda: file.rename(lost), lambda: lost.rename(file)),
            "backup": (lambda: sql(AGED), self.back_up),
            "mail": (lambda: self.mail_is(Mood.REFUSES), lambda: self.mail_is(Mood.KIND)),
            "notices": (lambda: sql(A_NOTICE), lambda: sql("DELETE FROM games_notice")),
            "reports": (lambda: sql(A_REPORT), lambda: sql("DELETE FROM games_report")),
            "room": (lambda: sql(NO_ROOM), lambda: sql("DROP FUNCTION no_room CASCADE")),
            **{name: (parts[name].stop, parts[name].start) for name in ("bots", "worker", "timekeeper")},
            "sweep": (lambda: None, lambda: None),
            "events": (lambda: sql(RUNS), lambda: sql(RUNS.replace("running", "cancelled"))),
            # The sweep would mend these.
            "clock": (lambda: sql(JUMPED), lambda: sql(BACK)),
            "clocks": (lambda: sql(TRIPPED), lambda: sql(TRIPPED.replace("now()", "NULL"))),
        }
        if big:
            broken["disk"] = (lambda: big.write_bytes(bytes(int(SMALL_DISK * 0.95))), big.unlink)
        print("Broken at once; “sweep” goes with the timekeeper:")
        # After it the site goes by a time in which what is broken with it has not happened yet.
        clock = broken.pop("clock")
        for do, _undo in broken.values():
            do()
        self.write_without_room()
        self.judge(self.watcher.wait_for(broken, PATIENCE), PLACES, "broken")
        broken["clock"] = clock
        clock[0]()
        self.judge(self.watcher.wait_for(["clock"], PATIENCE), PLACES, "broken")
        for _do, undo in broken.values():
            undo()
        self.becomes_well("Everything mended")

    def mail_is(self, mood: Mood) -> None:
        self.mail.mood = mood

    def write_without_room(self) -> None:
        """A visitor begins as a guest: by a form, and by a part of a page."""
        token = "x" * 32
        headers = {
            "Cookie": f"csrftoken={token}",
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.site.env["SITE_URL"],
            "Host": "127.0.0.1:8000",
        }
        body = urlencode({"csrfmiddlewaretoken": token, "name": "Typed by me"})
        form = ask(self.address, "/games/play-a-bot/", headers, body)
        part = ask(self.address, "/games/play-a-bot/", headers | {"HX-Request": "true"}, body)
        said = WORDS_OF_NO_ROOM in form.text and "Typed by me" in form.text
        reason = part.headers.get("X-Reason", "")
        print(f"a write      {form.status} after {form.seconds:.1f} s, X-Reason: {reason}")
        self.check(form.status == 503 and said, f"a write without room is answered with {form.status}")
        self.check(part.status == 503 and reason == "full", "an open page is not told why")

    # --- What the site stands on

    def away(
        self, what: str, names: tuple[str, ...], leave: Callable[[], object], back: Callable[[], object]
    ) -> list[str]:
        """Probes and pages are timed while something is away, and it has to be told what. How it is."""
        times, told = Times(), {name: Told(name) for name in names}

        def over() -> bool:
            passed = time.monotonic() - began
            self.watcher.look(told, began)
            everywhere = all(each.everywhere(PROGRAMS) for each in told.values())
            return passed > AWAY and (everywhere or passed > PATIENCE)

        with crowd(self.address, VISITORS, times):
            leave()
            began = time.monotonic()
            probe(self.address, times, over)
            back()
        print(f"{what}, {VISITORS} visitors; the longest answers: {times.line()}")
        self.judge(told.values(), PROGRAMS, what)
        for path, seconds in times.longest.items():
            longest = PROBE_IN_TIME if path in PROBES else PAGE_IN_TIME
            self.check(in_time(seconds, longest), f"{what}: {path} took {seconds:.1f} s")
        self.becomes_well(f"{what} no more")
        return [each.words for each in told.values()]

    def rely(self) -> None:
        postgres, own = self.site.postgres, self.site.redis
        self.away("PostgreSQL stopped", ("database",), postgres.kill, postgres.start)
        self.away("PostgreSQL hung", ("database",), *hanging(postgres))
        self.away("The password wrong", ("database",), *self.password())
        for what, leave, back in (
            ("Redis stopped", own.kill, own.start),
            ("Redis cannot save (MISCONF)", *self.unsaved()),
            ("Redis wants a password (NOAUTH)", *self.unknown()),
        ):
            before = {name: self._log(name) for name in SPEAK_OF_REDIS}
            said = self.away(what, ("cache", "broker"), leave, back)
            word = what.partition("(")[2].rstrip(")")
            self.check(all(word in words for words in said), f"{what} is not said by the alarms")
            self.few_lines(what, before)
        self.away("Redis hung", ("cache", "broker"), *hanging(own))
        silent = (lambda: self.mail_is(Mood.SILENT)), (lambda: self.mail_is(Mood.KIND))
        self.away("The mail server silent", ("mail",), *silent)

    def unsaved(self) -> tuple[Callable[[], object], Callable[[], object]]:
        """The folder that it saves to goes."""

        def leave() -> None:
            self._redis("CONFIG SET", "save", "3600 1")
            self._redis("SET", "proof", "1")
            self.site.redis.folder.rmdir()
            self._redis("BGSAVE")

        def back() -> None:
            self._redis("CONFIG SET", "save", "")
            self._redis("CONFIG SET", "stop-writes-on-bgsave-error", "no")

        return leave, back

    def unknown(self) -> tuple[Callable[[], object], Callable[[], object]]:
        def leave() -> None:
            self._redis("CONFIG SET", "requirepass", TOKEN)
            self._redis("CLIENT KILL", "TYPE", "normal", password=TOKEN)
            self._redis("CLIENT KILL", "TYPE", "pubsub", password=TOKEN)

        return leave, lambda: self._redis("CONFIG SET", "requirepass", "", password=TOKEN)

    def _redis(self, *words: str, password: str | None = None) -> None:
        with redis.Redis(port=self.site.redis.port, password=password) as line:
            line.execute_command(*words)

    def _log(self, name: str) -> int:
        return self.parts[name].log.stat().st_size

    def few_lines(self, what: str, before: dict[str, int]) -> None:
        """Of what the libraries say: no traceback, and a line a minute."""
        for name, size in before.items():
            with self.parts[name].log.open(errors="replace") as log:
                log.seek(size)
                said = log.read()
            tracebacks = said.count("Traceback (most recent")
            print(f"{'log of ' + name:<20}{len(said)} bytes, {tracebacks} tracebacks")
            self.check(not tracebacks, f"{what}: {name} writes {tracebacks} tracebacks")
            self.check(len(said) < MOST_SAID, f"{what}: {name} writes {len(said)} bytes")

    def password(self) -> tuple[Callable[[], object], Callable[[], object]]:
        rules = self.site.postgres.folder / "pg_hba.conf"
        before = rules.read_text()

        def asked(role: str) -> None:
            self.sql(f"ALTER ROLE homeworlds PASSWORD '{role}'")
            rules.write_text(before.replace("127.0.0.1/32            trust", "127.0.0.1/32  scram-sha-256"))
            self.sql("SELECT pg_reload_conf()")
            time.sleep(0.5)
            self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

        return (lambda: asked("another")), (lambda: asked("of-the-proof"))


def hanging(server: Process) -> tuple[Callable[[], object], Callable[[], object]]:
    """All its processes, for those of PostgreSQL are groups of their own."""
    return (
        lambda: signal_all(family_of(server.pid), signal.SIGSTOP),
        lambda: signal_all(family_of(server.pid), signal.SIGCONT),
    )


@contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """A file system of its own, which takes root; None where it cannot be had."""
    disk = folder / "disk"
    disk.mkdir()
    size = f"size={SMALL_DISK}"
    mount = ["mount", "-t", "tmpfs", "-o", size, "homeworlds-proof", str(disk)]
    if os.geteuid() != 0 or run(mount, check=False, capture_output=True).returncode:
        yield None
        return
    try:
        yield disk
    finally:
        run(["umount", str(disk)], check=False)


def main() -> int:
    began = time.monotonic()
    mail = Mailbox()
    try:
        with own_site() as site, small_disk(site.folder) as disk, doorbell() as bell:
            proof = Proof(site, mail, bell, disk)
            proof.becomes_well("Begun")
            proof.calls()
            proof.things()
            proof.rely()
    finally:
        mail.close()
    if not disk:
        print("Not tried: a full disk, for which this machine gives no small one (it takes root).")
    if not is_alone():
        print("The longest answers are times: beside busy processes they were told and not judged.")
    for sentence in proof.wrong:
        print(f"WRONG: {sentence}.")
    minutes = (time.monotonic() - began) / 60
    print("NOT PROVED." if proof.wrong else f"Everything was told. ({minutes:.1f} minutes)")
    return 1 if proof.wrong else 0
