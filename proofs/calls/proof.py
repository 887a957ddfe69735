"""A thousand pieces of news for people who have mail, browsers that may be called and servers of their own:
each comes by each way, to its reader alone; and a daily mail, whose day comes again and again meanwhile.

Real servers stand at the other ends: one of SMTP, one that takes signed messages, a push service whose
browsers open what it takes. Now and then they are slow, fail, ask for rest, know a browser no more, and each
is away for a while. Workers are killed every five seconds; Redis is flushed, killed and hung.
"""

from __future__ import annotations

import argparse
import itertools
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from proofs.kit.killer import killing
from proofs.kit.neighbours import in_time
from proofs.kit.options import options
from proofs.kit.processes import wait_for
from proofs.kit.site import Site, own_site, workers_listen

if TYPE_CHECKING:
    from proofs.calls.others import Other, Post
    from proofs.calls.told import Told

AIM: Final = 600.0
"""Seconds from the news to the message, whatever happens: after so long an alarm would ring."""
AWAY: Final = 10.0
BETWEEN: Final = 12.0
"""Seconds between two blows to what stands between."""
SEES_EVERY: Final = 1.0
SAYS_EVERY: Final = 15.0
HUNG: Final = 5.0


class Weather(threading.Thread):
    """One blow after another until it is told to stop."""

    def __init__(self, site: Site, post: Post, others: dict[str, Other]) -> None:
        super().__init__(daemon=True)
        self.site, self.post, self.others = site, post, others
        self.stopped = threading.Event()
        self.blows = 0

    def run(self) -> None:
        for blow in itertools.cycle([self._flush, self._kill, self._hang, self._mail_away, *self._aways()]):
            if self.stopped.wait(BETWEEN):
                return
            blow()
            self.blows += 1

    def _flush(self) -> None:
        import redis

        for number in (0, 1):
            with redis.Redis.from_url(self.site.redis.url(number)) as client:
                client.flushdb()

    def _kill(self) -> None:
        self.site.redis.kill()
        self.site.redis.start()

    def _hang(self) -> None:
        self.site.redis.signal(signal.SIGSTOP)
        self.stopped.wait(HUNG)
        self.site.redis.signal(signal.SIGCONT)

    def _mail_away(self) -> None:
        self.post.goes_away(True)
        self.stopped.wait(AWAY)
        self.post.goes_away(False)

    def _aways(self) -> list[Callable[[], None]]:
        def away(other: Other) -> None:
            other.is_away = True
            self.stopped.wait(AWAY)
            other.is_away = False

        return [lambda other=other: away(other) for other in self.others.values()]  # type: ignore[misc]


@contextmanager
def a_site(
    given: argparse.Namespace, *, troubled: bool = True
) -> Iterator[tuple[Site, Told, Post, dict[str, Other]]]:
    """The site, and what it tells whom; nothing has been told yet."""
    from proofs.calls.others import Elsewhere, Other, Post, PushService, Troubles, listening

    def dice(name: str) -> random.Random:
        return random.Random(f"{given.seed} {name}")

    with ExitStack() as stack:
        troubles = Troubles() if troubled else Troubles(slow=0, asks_for_rest=0, fails=0)
        mails = Other(dice("mail"), replace(troubles, asks_for_rest=0, fails=0))
        daily = Other(dice("digest"), mails.troubles)
        elsewhere, browsers = Elsewhere(dice("elsewhere"), troubles), PushService(dice("push"), troubles)
        post = Post(mails, daily)
        stack.callback(post.close)
        where = [
            stack.enter_context(listening(elsewhere, 204)),
            stack.enter_context(listening(browsers, 201)),
        ]
        site = stack.enter_context(own_site())
        from notices.push.vapid import new_private_key

        site.env |= {
            "EMAIL_URL": post.url,
            "MAIL_RETRY_SECONDS": "3",
            "OUTSIDE_LOCAL": where[0].partition("//")[2],
            "PUSH_LOCAL_SERVICE": where[1],
            "VAPID_PRIVATE_KEY": new_private_key(),
        }
        site.join()
        from proofs.calls.told import Told

        told = Told(elsewhere, browsers, where, given.seed)
        told.make_games(given.count)
        others = {"mail": mails, "digest": daily, "elsewhere": elsewhere, "push": browsers}
        yield site, told, post, others


def prove(given: argparse.Namespace) -> int:
    with a_site(given) as (site, told, post, others):
        workers = [each for each in site.run_workers(2) if each.name.startswith("worker")]
        wait_for("all workers listen", workers_listen)
        weather = Weather(site, post, {name: others[name] for name in ("elsewhere", "push")})
        began = time.time()
        told.begin()
        weather.start()
        with killing(workers, given.every) as killer:
            _until_all_is_sent(told, given.minutes)
            weather.stopped.set()
            weather.join()
        print(
            f"{time.time() - began:.0f} s, {len(killer.times)} workers killed, {weather.blows} other blows; "
            f"seed {given.seed}"
        )
        return report(told, others, began)


def _until_all_is_sent(told: Told, minutes: float) -> None:
    give_up, said = time.monotonic() + 60 * minutes, time.monotonic()
    while any((left := told.left()).values()) and time.monotonic() < give_up:
        time.sleep(SEES_EVERY)
        if sum(left.values()) > left["digest"]:
            told.let_a_day_pass()
        if time.monotonic() > said + SAYS_EVERY:
            said = time.monotonic()
            print(
                "left: " + ", ".join(f"{number} by {channel}" for channel, number in left.items()), flush=True
            )


def report(told: Told, others: dict[str, Other], began: float) -> int:
    came = {name: other.times() for name, other in others.items()}
    awaited = list(told.awaited())
    lost = [each for each in awaited if each[1:] not in came[each[0]]]
    known = set(awaited)
    stray = [
        (channel, *key) for channel, times in came.items() for key in times if (channel, *key) not in known
    ]
    again = sum(len(times) - 1 for each in came.values() for times in each.values())
    first = {(channel, *key): times[0].at for channel, each in came.items() for key, times in each.items()}
    late = [each for each in awaited if not in_time(first.get(each, began) - told.due.get(each, began), AIM)]
    leaks = told.leaks(others) + [f"forged: {each}" for other in others.values() for each in other.forged]
    missing_in_bells = len(told.games) - told.in_bells()
    for title, cases in (
        ("lost", lost),
        ("to the wrong person", stray),
        ("late", late),
        ("said what is secret", leaks),
        ("given up", told.given_up()),
    ):
        for case in cases[:5]:
            print(f"{title}: {case}")
    for channel in others:
        ours = [
            first[each] - told.due.get(each, began)
            for each in awaited
            if each[0] == channel and each in first
        ]
        print(f"{channel}: {len(ours)} messages, the slowest after {max(ours, default=0.0):.0f} s")
    sent = len(awaited) - len(lost) + told.in_bells()
    lost_in_all = len(lost) + missing_in_bells
    print(
        f"notices: {len(others) + 1} channels, {sent} sent, {lost_in_all} lost, "
        f"{again} repeated with the same id, {len(stray)} to the wrong person, "
        f"{len(late)} late over their aim, {len(leaks)} secrets"
    )
    return 1 if lost_in_all or stray or late or leaks else 0


def main() -> int:
    asked = {
        "count": (1000, "pieces of news"),
        "seed": (39, "of the other ends' dice"),
        "every": (5.0, "seconds between two kills"),
        "minutes": (30.0, "until it is given up"),
    }
    return prove(options("notices", __doc__, **asked).parse_args())
