"""The alarms of what any site stands on: database, queue, workers, disk, files, backup, mail server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.mail import get_connection
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from upkeep import clock
from upkeep.away.errors import Away, what_is_away
from upkeep.due import late_works, works
from upkeep.growing.taking_over import Release, release_of
from upkeep.models import Fault
from upkeep.selectors import BACKUP, SWEEP, WORKER, seconds_since
from upkeep.watching import health
from upkeep.watching.alarms import DATABASE, Trouble, add_alarm
from upkeep.watching.measures import PREFIX, gauge
from upkeep.watching.redis_lines import refusal
from upkeep.watching.run_by import commands, log, manage, restart

SOME_ROOM: Final = 9000
"""Bytes; more than a page of either database, so that they are written to the disk."""
LEAST_ROOM: Final = 0.1
"""Of the database's own limit, where it has one."""
LEAST_FREE: Final = 300_000_000
WORKER_LATE_SECONDS: Final = 90.0
MINUTE: Final = 60.0
HOUR: Final = 3600.0

OF_THE_DATABASE: Final = {
    Away.NO_ANSWER: _("PostgreSQL does not answer: look at its service and its log, then restart it."),
    Away.NOT_THERE: _("Nothing answers where DATABASE_URL says: start PostgreSQL, or correct DATABASE_URL."),
    Away.PASSWORD: _(
        "The database refuses the user or the password: correct DATABASE_URL or DATABASE_PASSWORD, then "
        "restart the site; docs/operations.md says how a password is changed."
    ),
    Away.NO_DATABASE: _("There is no database of the name in DATABASE_URL: correct it, or restore a backup."),
    Away.TOO_MANY: _("PostgreSQL has too many connections: raise max_connections, or run fewer processes."),
    Away.NO_ROOM: _("The disk of the database is full: make room, then restart PostgreSQL."),
    Away.READ_ONLY: _("The database lets nobody write: DATABASE_URL names a standby, or a disk is so."),
    Away.BROKEN_OFF: _("PostgreSQL breaks off: look at its log; it may be starting."),
}  # fmt: skip


def of_database() -> Trouble | None:
    error = health.ask_database().get("error")
    return Trouble(OF_THE_DATABASE[Away(error)]) if error else None


OF_CACHE: Final = _("The cache (REDIS_URL) does not work, and pages go on without it: start Redis again.")
OF_BROKER: Final = _("The queue (BROKER_URL) does not work, and bots and mails wait: start Redis again.")


def of_cache() -> Trouble | None:
    return _of_redis(health.ask_cache, OF_CACHE)


def of_broker() -> Trouble | None:
    return _of_redis(health.ask_broker, OF_BROKER)


def _of_redis(ask: Callable[[], object], words: Promise) -> Trouble | None:
    """Where it answers and refuses, that is what is said."""
    try:
        answer = ask()
    except Exception as error:  # noqa: BLE001  whatever it is, it does not work
        refused = refusal(error)
        return Trouble(_(refused) if refused else words)
    return Trouble(words) if isinstance(answer, dict) and not answer.get("ok", True) else None


def of_sweep() -> Trouble | None:
    age, sweeping = seconds_since(SWEEP), restart("beat", "timekeeper")
    if age is None:
        words = _("There has been no sweep yet: wait a minute, or start what sweeps: “%(restart)s”.")
        return Trouble(words, {"restart": sweeping})
    if age <= settings.SWEEP_LATE_SECONDS:
        return None
    late = ngettext_lazy(
        "The last sweep was a minute ago: start what sweeps anew: “%(restart)s”.",
        "The last sweep was %(count)d minutes ago: start what sweeps anew: “%(restart)s”.",
        "count",
    )
    return Trouble(late, {"count": round(age / MINUTE), "restart": sweeping})


def of_time() -> Trouble | None:
    """The clock of the database has jumped, and nobody believes it."""
    last = clock.heart()
    if last is None or not last.ahead:
        return None
    ahead = _(
        "The clock of the database is %(time)s ahead of the time that has passed, and nothing believes it: "
        "set it right; or, if it is right, say so by “%(command)s”."
    )
    behind = _(
        "The clock of the database is %(time)s behind the time that has passed, and nothing believes it: "
        "set it right; or, if it is right, say so by “%(command)s”."
    )
    values = {"time": abs(last.ahead), "command": manage("clock_jump --accept")}
    return Trouble(ahead if last.ahead > clock.NOTHING else behind, values)


def of_worker(queue: str, part: str) -> Trouble | None:
    age = seconds_since(WORKER, label=queue)
    if age is not None and age <= WORKER_LATE_SECONDS:
        return None
    words = _(
        "No worker takes up what is in the queue “%(queue)s”: start it anew (“%(restart)s”) and look at its "
        "log (“%(log)s”)."
    )
    return Trouble(words, {"queue": queue, "restart": restart(part), "log": log(part)})


def of_waiting() -> Trouble | None:
    """Of the first kind of work that is late."""
    late = late_works()
    work = next((work for work in works() if work.name in late), None)
    if work is None:
        return None
    words = ngettext_lazy(
        "%(title)s: the oldest has waited for a minute. Start anew what does it (“%(restart)s”); if it is at "
        "work all the while, it has too little time: look at what else the machine does, or run another one.",
        "%(title)s: the oldest has waited for %(count)d minutes. Start anew what does it (“%(restart)s”); if "
        "it is at work all the while, it has too little time: look at what else the machine does, or run "
        "another one.",
        "count",
    )
    values = {"title": work.title, "count": round(late[work.name] / MINUTE), "restart": restart(work.part)}
    return Trouble(words, values)


def of_disk() -> Trouble | None:
    fullest = min(_disks(), default=None)
    if fullest is None or (fullest[0] >= settings.DISK_FREE_PERCENT and fullest[1] >= LEAST_FREE):
        return None
    words = _(
        "Only %(percent)d %% (%(megabytes)d MB) of the disk of %(folder)s are left: make room before "
        "writing fails."
    )
    percent, left, folder = fullest
    return Trouble(words, {"percent": percent, "megabytes": left // 1_000_000, "folder": folder})


def _disks() -> list[tuple[float, int, str]]:
    """Free per cent, free bytes and folder, of each folder that is there and may be looked at."""
    found = []
    for folder in map(str, settings.WATCHED_FOLDERS):
        try:
            used = shutil.disk_usage(folder)
        except OSError:
            continue
        found.append((100 * used.free / used.total, used.free, folder))
    return found


def of_room() -> Trouble | None:
    """Whether the database still takes what is written; what is tried is taken back."""
    if connection.vendor == "sqlite" and _share_of_sqlite_left() < LEAST_ROOM:
        return Trouble(_("The file of the database has nearly reached its largest size: make room for it."))
    try:
        with transaction.atomic():
            Fault.objects.create(fingerprint="trial", headline="trial", text=os.urandom(SOME_ROOM // 2).hex())
            transaction.set_rollback(True)
    except (DatabaseError, InterfaceError) as error:
        away = what_is_away(error)
        if away is None:
            raise
        return Trouble(OF_THE_DATABASE[away])
    return None


def _share_of_sqlite_left() -> float:
    def ask(what: str) -> int:
        cursor.execute(f"PRAGMA {what}")
        return int(cursor.fetchone()[0])

    with connection.cursor() as cursor:
        most = ask("max_page_count")
        return 1 - (ask("page_count") - ask("freelist_count")) / most


def of_migrations() -> Trouble | None:
    executor = MigrationExecutor(connection)
    count = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    count += release_of(executor.loader.applied_migrations or ()) in (Release.BEFORE, Release.OLDER)
    words = ngettext_lazy(
        "One change of the tables is not applied: run “%(command)s”, then restart the site.",
        "%(count)d changes of the tables are not applied: run “%(command)s”, then restart the site.",
        "count",
    )
    return Trouble(words, {"count": count, "command": manage("migrate")}) if count else None


def of_static_files() -> Trouble | None:
    if not isinstance(staticfiles_storage, ManifestFilesMixin):
        return None
    missing = _missing_static_files(staticfiles_storage)
    words = _("Static files are missing or older than the code (%(name)s): run “%(command)s”.")
    return Trouble(words, {"name": missing[0], "command": commands().static}) if missing else None


def _missing_static_files(storage: ManifestFilesMixin) -> list[str]:
    """Names of what pages ask for and what is not there as the code has it."""
    hashed, _hash = storage.load_manifest()
    if not hashed:
        return [storage.manifest_name]
    made_at = Path(storage.path(storage.manifest_name)).stat().st_mtime
    ours = {
        file.relative_to(folder).as_posix(): file
        for folder in map(Path, settings.STATICFILES_DIRS)
        for file in folder.rglob("*")
        if file.is_file()
    }
    forgotten = [name for name, file in ours.items() if name not in hashed or file.stat().st_mtime > made_at]
    gone = [name for name, stored in hashed.items() if not storage.exists(stored)]
    return forgotten + gone


def of_backup() -> Trouble | None:
    age = seconds_since(BACKUP)
    if age is None:
        words = _(
            "There has never been a backup: run “%(command)s”, and have it done every night: “%(nightly)s”."
        )
        return Trouble(words, {"command": commands().back_up, "nightly": commands().every_night})
    if age <= settings.BACKUP_LATE_HOURS * HOUR:
        return None
    late = ngettext_lazy(
        "The last backup is an hour old: “%(log)s” says why none came since.",
        "The last backup is %(count)d hours old: “%(log)s” says why none came since.",
        "count",
    )
    return Trouble(late, {"count": round(age / HOUR), "log": log("backup")})


LATE_MAIL: Final = _(
    "The mail server (EMAIL_URL) does not answer, and mails wait: look at it, or correct EMAIL_URL."
)


def of_mail() -> Trouble | None:
    """Whether a connection is let in, without sending anything. Only a server of SMTP is asked."""
    server = get_connection()
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return None
    try:
        server.open()
    except OSError as error:  # smtplib's errors are such too
        words = _(
            "The mail server (EMAIL_URL) refuses (%(error)s), and mails wait: “%(command)s ADDRESS” says why."
        )
        return Trouble(words, {"error": type(error).__name__, "command": manage("sendtestemail")})
    finally:
        server.close()
    return None


@gauge(PREFIX + "disk_free_percent", "How much is left of the fullest disk that is watched.")
def disk_free() -> float | None:
    return min((percent for percent, _left, _folder in _disks()), default=None)


def add_alarms() -> None:
    """What the others stand on comes first."""
    add_alarm(
        DATABASE, _("Database"), of_database, needs_database=False, late=OF_THE_DATABASE[Away.NO_ANSWER]
    )
    add_alarm("cache", _("Cache"), of_cache, needs_database=False, late=OF_CACHE)
    add_alarm("broker", _("Queue"), of_broker, needs_database=False, late=OF_BROKER)
    add_alarm("disk", _("Disk"), of_disk, needs_database=False)
    add_alarm("room", _("Room in the database"), of_room, fresh=30)
    add_alarm("migrations", _("Tables"), of_migrations, fresh=30)
    add_alarm("static", _("Static files"), of_static_files, needs_database=False, fresh=30)
    add_alarm("sweep", _("Sweep"), of_sweep)
    add_alarm("waiting", _("What waits"), of_waiting)
    add_alarm("clock", _("Clock of the database"), of_time)
    add_alarm("timekeeper", _("Timekeeper"), lambda: of_worker(settings.TIME_QUEUE, "timekeeper"))
    add_alarm(
        "worker",
        _("Worker"),
        lambda: of_worker(settings.CELERY_TASK_DEFAULT_QUEUE, "worker"),
    )
    add_alarm("bots", _("Worker of the bots"), lambda: of_worker(settings.BOT_QUEUE, "bots"))
    add_alarm("backup", _("Backup"), of_backup)
    add_alarm("mail", _("Mail server"), of_mail, needs_database=False, fresh=60, late=LATE_MAIL)
