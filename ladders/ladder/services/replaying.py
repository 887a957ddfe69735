"""Every ladder is compared with its log, and made what the log tells."""

from __future__ import annotations

from django.db import transaction

from ladders.arithmetic.order import replay
from ladders.ladder.services.keeping import lock_ladder
from ladders.ladder.services.rebuilding import differences, logged, mend
from ladders.models import Ladder


def check_ladders(*, write: bool = False) -> list[str]:
    """Where they differ, a line each; with `write` they do not any more. A transaction a ladder."""
    found = []
    for ladder_id in Ladder.objects.order_by("pk").values_list("pk", flat=True):
        found += _check(ladder_id, write=write)
    return found


@transaction.atomic
def _check(ladder_id: int, *, write: bool) -> list[str]:
    """Locks the ladder."""
    ladder = lock_ladder(ladder_id)
    log = logged(ladder)
    order = replay(log.facts)
    wrong = [f"ladder {ladder}: {line}" for line in differences(ladder, order)]
    numbers = [fact.number for fact in log.facts]
    if numbers != list(range(1, ladder.last_number + 1)):
        # Nothing mends a log.
        wrong.append(f"ladder {ladder}: its log has {len(numbers)} lines, the last is {ladder.last_number}")
    if wrong and write:
        mend(ladder, order, log)
    return wrong
