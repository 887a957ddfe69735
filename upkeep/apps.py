from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _

LOOKS_EVERY = 10.0
"""Seconds between two looks for errors to tell of."""


class UpkeepConfig(AppConfig):
    name = "upkeep"
    verbose_name = _("Upkeep")

    def ready(self) -> None:
        if settings.TRACES_URL and settings.ROLE:
            from upkeep.watching import tracing

            tracing.begin()
        # Connects the ids of log lines with tasks, in every process that sends or runs them.
        from upkeep import tasks  # noqa: F401
        from upkeep.seconding import forget_old_requests
        from upkeep.sweep import CLEARING, add_step
        from upkeep.timekeeping import moments
        from upkeep.watching import fault_mail, standing, tables, task_lines, task_timings  # noqa: F401

        moments.register_own()
        standing.add_alarms()
        due = (fault_mail.forgotten, fault_mail.untold)
        add_step("requests for a second member", forget_old_requests, every=CLEARING)
        add_step("reports of errors", fault_mail.wake_reporter, every=LOOKS_EVERY, due=due)
