"""What waits for whom: the sweep beside a mail server that takes eight seconds for each mail, and a bot's
answer to one person while the bots of twenty games go on that another has left. Idle and busy in one run, by
the workers as they are shipped, on PostgreSQL and Redis of their own, or on SQLite and files as `bin/serve`.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Final

from accounts.models import Player
from games.log.moments import state_of
from games.models import Game, LogEntry, Status
from games.services import resign
from homeworlds.rules import RuleSet, Variant
from notices.models import AccountMail
from proofs.kit.cast import new_game, person, play, turn_for
from proofs.kit.mail import MailServer
from proofs.kit.processes import wait_for
from proofs.kit.site import OwnSite, workers_listen
from upkeep.clock import database_now
from upkeep.selectors import SWEEP, seconds_since

DESERTED: Final = 20
MAIL_SECONDS: Final = 8.0
MAILS: Final = 12
UNDER_MAIL: Final = 60.0
"""Seconds for which the sweep is watched."""
TURNS: Final = 6
"""Of the person in a game; the bot answers each."""
LEAST_ANSWERS: Final = 36
UNTIL_THEY_GO_ON: Final = 75.0
"""Seconds within which each deserted game has been called at least once."""
MOST_RATIO: Final = 1.5
OLDEST_SWEEP: Final = 3.0


def run(site: OwnSite) -> int:
    """Prints what it finds; the exit code says whether both keep to their limits."""
    mail = MailServer(slowness=MAIL_SECONDS)
    site.env["EMAIL_URL"] = mail.url
    site.run_workers()
    wait_for("all workers listen", workers_listen)
    ann, bea = person("Ann", by_mail=True), person("Bea", by_mail=True)
    idle = _answers(bea, lambda count: count >= LEAST_ANSWERS)
    for _ in range(DESERTED):
        _desert(ann)
    before, until = _turns_of_bots(ann), time.monotonic() + UNTIL_THEY_GO_ON
    busy = _answers(bea, lambda count: count >= LEAST_ANSWERS and time.monotonic() > until)
    went_on = _turns_of_bots(ann) - before
    age = _oldest_sweep_under_mail(bea, mail)
    for name, found in (("idle", idle), ("busy", busy)):
        print(
            f"bot answers, {name}: {len(found)}, median {statistics.median(found):.2f} s, "
            f"mean {statistics.fmean(found):.2f} s, longest {max(found):.2f} s"
        )
    ratio = statistics.median(busy) / statistics.median(idle)
    print(f"meanwhile the bots of {DESERTED} deserted games took {went_on} turns")
    print(f"queues: sweep age {age:.1f} s under slow mail, bot answer ratio {ratio:.2f}")
    return 0 if age < OLDEST_SWEEP and ratio <= MOST_RATIO and went_on else 1


def _answers(person: Player, enough: Callable[[int], bool]) -> list[float]:
    """Seconds from each of the person's turns to the bot's that answers it, in one game after the other. The
    setups are played and not counted."""
    found: list[float] = []
    lots = random.Random(18)
    while not enough(len(found)):
        game = new_game(person, "judge")
        for turn in range(TURNS + 1):
            seconds = _answer(game, person, lots)
            if seconds is None:
                break
            found += [seconds] if turn else []
    return found


def _answer(game: Game, person: Player, lots: random.Random) -> float | None:
    """None once the game is over."""
    play_for(game, person, lots)
    wait_for("the bot answers", lambda: still(game).next_seat in (0, None))
    if still(game).status != Status.RUNNING:
        return None
    entries = game.log.order_by("-number").values_list("created_at", flat=True)[:2]
    return float((entries[0] - entries[1]).total_seconds())


def play_for(game: Game, person: Player, lots: random.Random) -> None:
    game = still(game)
    play(game, person, turn_for(state_of(game), lots))


def still(game: Game) -> Game:
    """As it stands now."""
    return Game.objects.get(pk=game.pk)


def _desert(person: Player) -> None:
    """Begins a game with two bots and leaves them to themselves."""
    game = new_game(person, "judge", "judge", rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    resign(game_id=game.pk, player=person, key="leaves", confirmed=True)


def _turns_of_bots(person: Player) -> int:
    return LogEntry.objects.filter(game__creator=person, player__bot_level__gt="").count()


def _oldest_sweep_under_mail(person: Player, mail: MailServer) -> float:
    now, before = database_now(), mail.begun
    letter = AccountMail(player=person, address=person.email or "", kind="bench", subject="Rain")
    for number in range(MAILS):
        letter.pk, letter.body, letter.created_at, letter.due_at = None, f"Rain {number}.", now, now
        letter.save(force_insert=True)
    oldest, began = 0.0, time.monotonic()
    while time.monotonic() - began < UNDER_MAIL:
        oldest = max(oldest, seconds_since(SWEEP) or 0.0)
        time.sleep(0.1)
    if mail.begun == before:
        raise RuntimeError("no mail has left")
    return oldest
