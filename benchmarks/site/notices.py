"""Deliveries that are all due at once, each way by itself, with two workers of everything: how long the last
waits, what one costs of the processor, and whether warnings go first.

The shipped site on a PostgreSQL and a Redis of its own; the other ends answer at once: a mail server, servers
that check signatures, a push service whose browsers open what they get.
"""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from proofs.calls.proof import a_site
from proofs.kit.processes import Process, wait_for
from proofs.kit.site import workers_listen
from proofs.kit.spent import processor_time

if TYPE_CHECKING:
    from proofs.calls.others import Other
    from proofs.calls.told import Told

SEED: Final = 39
ONE_IN: Final = 20
"""Of so many games one is warned of."""
AIM: Final = 120 / 10_000
"""Seconds of a delivery."""
REST: Final = 3.0
LONGEST: Final = 1800.0


def run(*, count: int) -> int:
    """Prints what it finds; the exit code says whether it is within the aim."""
    with a_site(Namespace(seed=SEED, count=count), troubled=False) as (site, told, _post, others):
        warnings = tell_all(told)
        workers = site.run_workers(2)
        wait_for("all workers listen", workers_listen)
        time.sleep(REST)
        sent, seconds, are_first = 0, 0.0, True
        for channel, name in (("mail", "mail"), ("push", "push"), ("hook", "elsewhere")):
            took, processor = measured(channel, workers)
            came = others[name].times()
            sent, seconds = sent + len(came), seconds + took
            before = share_before(others[name], warnings)
            are_first &= before == 1.0
            each = 1000 * processor / len(came)
            print(
                f"{channel}: {len(came)} deliveries in {took:.1f} s, {each:.1f} ms of a processor each; "
                f"{before:.0%} of the warnings in its first half"
            )
    print(
        f"notices: {sent} deliveries in {seconds:.0f} s, at most {AIM * sent:.0f}; "
        f"warnings {'first' if are_first else 'not first'}"
    )
    return 0 if seconds <= AIM * sent and are_first else 1


def tell_all(told: Told) -> set[str]:
    """Nothing is due yet. The public ids of the games that run short."""
    from games.models import Game
    from games.notices.kinds import NoticeKind
    from notices.models import Delivery, Digest, Notice
    from upkeep.clock import database_now

    Digest.objects.all().delete()
    short = told.games[::ONE_IN]
    now, day = database_now(), timedelta(days=1)
    for game in Game.objects.filter(pk__in=[game.pk for game, _mover in short]):
        game.clock_start = game.clock_cap = 5 * day
        game.clock_increment = day
        game.clock_left = [int(day.total_seconds() * 1000)] * game.players
        game.clock_since = now
        game.due_at = now + day
        game.save()
    told.begin(short, NoticeKind.WARNING)
    told.begin([each for each in told.games if each not in short])
    for rows in (Notice.objects, Delivery.objects):
        rows.update(due_at=now + day)
    return {game.public_id for game, _mover in short}


def measured(channel: str, workers: Sequence[Process]) -> tuple[float, float]:
    """Lets all that goes this way be due now; how long it took, and the processor's time."""
    from notices.models import Delivery, Notice
    from notices.wake import ring_for, ring_for_mails
    from upkeep.clock import database_now

    began, spent = time.monotonic(), sum(processor_time(workers).values())
    now = database_now()
    if channel == "mail":
        Notice.objects.update(due_at=now)
        ring_for_mails()
    else:
        Delivery.objects.filter(channel=channel).update(due_at=now)
        ring_for([channel])
    soon = now + timedelta(hours=1)
    wait_for(f"all is sent by {channel}", lambda: not left_of(channel, soon), LONGEST)
    return time.monotonic() - began, sum(processor_time(workers).values()) - spent


def left_of(channel: str, soon: datetime) -> bool:
    """Whether any is still to be tried before then."""
    from notices.models import Delivery, Notice

    rows = Notice.objects if channel == "mail" else Delivery.objects.filter(channel=channel)
    return rows.filter(due_at__lt=soon).exists()


def share_before(other: Other, warnings: set[str]) -> float:
    """How many of the warnings came in the first half of all messages."""
    texts = [came.text for came in sorted(other.came, key=lambda came: came.at)]
    places = [place for place, text in enumerate(texts) if any(game in text for game in warnings)]
    return sum(place < len(texts) / 2 for place in places) / max(len(places), 1)
