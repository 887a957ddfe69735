"""Tells staff, as of any error of the site, that a unit of systemd has failed: for `OnFailure=`."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from upkeep.watching.faults import Seen, keep


class Command(BaseCommand):
    help = "Writes down that a unit has failed; the sweep mails it to ADMINS_EMAIL."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("unit", help="its name, such as homeworlds-backup")

    def handle(self, *args: Any, unit: str, **options: Any) -> None:
        words = _("The unit %(unit)s has failed.") % {"unit": unit}
        how = _("Look at `journalctl -u %(unit)s` for the reason; docs/operations.md says what to do.")
        key = hashlib.sha256(f"unit {unit}".encode()).hexdigest()
        keep(key, Seen(words, f"{words}\n{how % {'unit': unit}}", "systemd", count=1))
        self.stdout.write(words)
