"""Looks after all that the site stands on."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from typing import Any, Final

from django.core.management.base import BaseCommand

from upkeep.doctor import ahead, inside, post, reach, safe
from upkeep.doctor.findings import Asked, Examine, Verdict, examined

EXAMINED: Final[dict[str, Examine]] = {
    "settings": inside.of_settings,
    "versions": inside.of_versions,
    "database": inside.of_database,
    "queue": inside.of_queue,
    "clock": inside.of_clock,
    "disk": inside.of_disks,
    "name": reach.of_name,
    "certificate": reach.of_certificate,
    "proxy": reach.of_proxy,
    "mail domain": post.of_mail_domain,
    "mail": post.of_own_mail,
    "backup": safe.of_backups,
    "upgrade": ahead.of_upgrade,
}


class Command(BaseCommand):
    help = "Looks after all that the site stands on, a line each; exits with 1 where something is amiss."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", nargs="*", help=f"of {', '.join(EXAMINED)}; everything if none is named")
        parser.add_argument(
            "--dkim", action="append", default=[], metavar="NAME", help="selector of the DKIM key"
        )
        parser.add_argument("--no-mail", action="store_true", help="sends none to ADMINS_EMAIL")
        parser.add_argument("--backups", default="", metavar="FOLDER", help="where they are")
        parser.add_argument(
            "--into", default="", metavar="NAME", help="an empty database for a trial restore"
        )

    def handle(self, *args: Any, what: list[str], **options: Any) -> None:
        if strange := [each for each in what if each not in EXAMINED]:
            sys.exit(f"There is nothing called “{strange[0]}” to look at; there is {', '.join(EXAMINED)}.")
        asked = Asked(options["dkim"], not options["no_mail"], options["backups"], options["into"])
        found: Counter[Verdict] = Counter()
        for name in what or EXAMINED:
            for finding in examined(EXAMINED[name], asked):
                found[finding.verdict] += 1
                self.stdout.write(f"{finding.verdict.value:<14}{name:<13}{finding.words}")
        counted = ", ".join(f"{found[verdict]} {verdict.value}" for verdict in Verdict)
        self.stdout.write(f"doctor: {counted}")
        if found[Verdict.LOOK]:
            sys.exit(1)
