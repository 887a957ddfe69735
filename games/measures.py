"""What is measured of games for those who watch the site: each by one small query."""

from __future__ import annotations

from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.models import Game, Heartbeat, LogEntry, Status
from games.notices.reports import waiting_reports
from games.services.bot_turns import longest_awaited
from upkeep.clock import database_now
from upkeep.watching.alarms import Trouble, add_alarm
from upkeep.watching.measures import counter, gauge
from upkeep.watching.run_by import manage


@counter("homeworlds_turns_total", "Turns and other entries ever written to the logs of games.")
def turns() -> int:
    # The highest id: counting them would take longer with every game.
    return LogEntry.objects.aggregate(last=Max("pk"))["last"] or 0


@gauge("homeworlds_bot_queue_games", "Games in which it is a bot's turn.")
def bot_queue() -> int:
    return Game.objects.filter(bot_due_at__isnull=False).count()


@gauge("homeworlds_bot_queue_oldest_seconds", "How long a bot has had its turn for whom somebody waits.")
def oldest_in_bot_queue() -> float:
    since = longest_awaited()
    return (database_now() - since).total_seconds() if since else 0.0


@gauge("homeworlds_overdue_games", "Games in which something is due that the sweep has not found yet.")
def overdue() -> int:
    now = database_now()
    expired = Q(status=Status.OPEN, expires_at__lte=now, musters_until=None)
    due = Q(bot_due_at__lte=now) | Q(musters_until__lte=now) | expired
    return Game.objects.filter(due).count()


@gauge("homeworlds_open_games", "Games that wait for players.")
def open_games() -> int:
    return Game.objects.filter(status=Status.OPEN).count()


@gauge("homeworlds_open_reports", "Reports of players that staff have not settled.")
def open_reports() -> int:
    return waiting_reports().total


def of_reports() -> Trouble | None:
    count = open_reports()
    words = ngettext_lazy(
        "A report of a player waits: settle it among the reports of staff.",
        "%(count)d reports of players wait: settle them among the reports of staff.",
        "count",
    )
    return Trouble(words, {"count": count}) if count else None


def of_clocks() -> Trouble | None:
    tripped = Heartbeat.objects.filter(tripped_at__isnull=False).exists()
    words = _(
        "Far too many clocks run out within an hour, so none falls: look at the errors. When nothing is "
        "wrong with the site, “%(command)s” lets them fall."
    )
    return Trouble(words, {"command": manage("let_clocks_fall")}) if tripped else None


add_alarm("clocks", _("Clocks of games"), of_clocks)
add_alarm("reports", _("Reports of players"), of_reports)
