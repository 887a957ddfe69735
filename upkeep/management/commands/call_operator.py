"""Tells the operator what needs a hand, once, again each day, and when it is over."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from upkeep.calling.memory import News
from upkeep.calling.telling import NotTold, tell, ways
from upkeep.watching.alarms import states
from upkeep.watching.run_by import log, restart


class Command(BaseCommand):
    help = "Mails to ADMINS_EMAIL and calls ALARM_URL, for alarms that ring and were not told, or are over."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--seen", action="store_true", help="what rings is read, as upkeep.calling.look has seen it"
        )
        parser.add_argument("--try", action="store_true", dest="trial", help="sends a trial by each way")

    def handle(self, *args: Any, seen: bool, trial: bool, **options: Any) -> None:
        if not ways():
            raise CommandError("Nobody would hear it: set ADMINS_EMAIL or ALARM_URL.")
        if trial:
            self._try()
            return
        ringing, unknown = _read() if seen else _asked()
        for line in tell(ringing, unknown):
            self.stdout.write(line)

    def _try(self) -> None:
        with translation.override(settings.LANGUAGE_CODE):
            news = News({_("trial"): _("This is a trial: so you hear when the site needs a hand.")}, {}, ())
            failed = False
            for name, send in ways().items():
                try:
                    send(news)
                except NotTold as reason:
                    failed = True
                    self.stdout.write(f"{name}: not told: {reason}.")
                else:
                    self.stdout.write(f"{name}: told.")
        if failed:
            sys.exit(1)


def _read() -> tuple[dict[str, str], list[str]]:
    """Where the pages did not answer, or do not say it to whoever has no token, it is looked here."""
    ringing, unknown, answers = json.loads(sys.stdin.read())
    if answers and settings.METRICS_TOKEN:
        return ringing, unknown
    ringing, unknown = _asked()
    if not answers:
        with translation.override(settings.LANGUAGE_CODE):
            words = _(
                "The pages do not answer on this machine: start them anew (“%(restart)s”) and look at their "
                "log (“%(log)s”)."
            )
            silent = words % {"restart": restart("web"), "log": log("web")}
        ringing = {"web": silent, **ringing}
    return ringing, unknown


def _asked() -> tuple[dict[str, str], list[str]]:
    with translation.override(settings.LANGUAGE_CODE):
        known = states()
        ringing = {state.name: state.says for state in known if state.trouble}
    return ringing, [state.name for state in known if not state.known]
