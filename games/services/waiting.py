"""The work of games that waits for a worker, in the order of its urgency."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.lists import number_waiting, time_of_first_waiting
from games.services import bot_turns
from games.services.hindsight import analysis, marks
from games.wake import BOT_BELL, SPARE_BELL
from notices.push.waiting import counted_by
from upkeep.due import Work, add_work, one

HOUR: Final = 3600.0


def register_all() -> None:
    counted_by(number_waiting, time_of_first_waiting)
    bots, worker = "bots", "worker"
    add_work(
        Work(
            "turns",
            _("Turns of bots"),
            BOT_BELL,
            due=(bot_turns.due_awaited,),
            since=bot_turns.awaited_since,
            claim=one(bot_turns.claim_awaited),
            do=bot_turns.play_awaited,
            late=180.0,
            part=bots,
        )
    )
    add_work(
        Work(
            "turns_alone",
            _("Turns of bots among themselves"),
            SPARE_BELL,
            due=(bot_turns.due_alone,),
            since=bot_turns.alone_since,
            claim=one(bot_turns.claim_alone),
            do=bot_turns.play_alone,
            late=HOUR,
            part=worker,
        )
    )
    add_work(
        Work(
            "marks",
            _("Looks for missed wins"),
            SPARE_BELL,
            due=(marks.due_markings,),
            since=marks.marking_due_since,
            claim=one(marks.claim_marking),
            do=marks.mark_claimed,
            late=6 * HOUR,
            part=worker,
        )
    )
    add_work(
        Work(
            "analyses",
            _("Analyses of games"),
            SPARE_BELL,
            due=(analysis.due_analyses,),
            since=analysis.analysis_due_since,
            claim=one(analysis.claim_analysis),
            do=analysis.analyse_claimed,
            late=24 * HOUR,
            part=worker,
        )
    )
