"""What waits for whom: the sweep beside a mail server that takes eight seconds for each mail, and a bot's
answer to one person while the bots of twenty games go on that another has left. Idle and busy in one run, by
the workers as they are shipped, on PostgreSQL and Redis of their own, or on SQLite and files as `bin/serve`.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, TextIO

from proofs.mail import MailServer
from proofs.processes import NotHere, Process, ended_afterwards, wait_for
from proofs.site import SECRET, bare_environment, manage, own_site

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Game

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


def run(report: TextIO, *, files: bool) -> int:
    """Prints what it finds; the exit code says whether both keep to their limits."""
    mail = MailServer(slowness=MAIL_SECONDS)
    more = {"EMAIL_URL": mail.url, "BOT_PAUSE": "0"}
    try:
        with on_files(more) if files else on_servers(more) as env:
            os.environ.update(env)
            import django

            django.setup()
            return _run(report, mail)
    except NotHere as missing:
        report.write(f"{missing}\n")
        return 2
    finally:
        mail.close()


@contextmanager
def on_servers(more: dict[str, str]) -> Iterator[dict[str, str]]:
    with own_site() as site:
        site.env |= more
        for name in ("timekeeper", "worker", "bots", "beat"):
            site.run(name)
        yield site.env | {"PROCESS_ROLE": "web", "DATABASE_POOL": "0", "VAR_DIR": str(site.folder / "me")}


@contextmanager
def on_files(more: dict[str, str]) -> Iterator[dict[str, str]]:
    from homeworlds_site.serve import children

    with TemporaryDirectory(prefix="homeworlds-bench-") as name:
        var = Path(name)
        (var / "logs").mkdir()
        env = bare_environment() | more
        env |= {"SECRET_KEY": SECRET, "SITE_URL": "http://127.0.0.1:8000", "VAR_DIR": name}
        env |= {"DJANGO_SETTINGS_MODULE": "homeworlds_site.settings"}
        manage(env, "migrate", "--no-input", "--verbosity", "0")
        manage(env, "ensure_bots")
        processes: list[Process] = []
        with ended_afterwards(processes):
            for child in children("127.0.0.1", 8000, var, env)[1:]:
                command = [sys.executable, "-m", *child.arguments]
                processes.append(Process(child.name, command, child.env, child.log))
                processes[-1].start()
            yield env


def _run(report: TextIO, mail: MailServer) -> int:
    from upkeep.selectors import SWEEP, WORKER, seconds_since

    def all_listen() -> bool:
        heard = [seconds_since(WORKER, label=queue) for queue in ("timekeeper", "bots", "default")]
        return None not in (*heard, seconds_since(SWEEP))

    wait_for("all workers listen", all_listen)
    ann, bea = person_named("Ann"), person_named("Bea")
    idle = _answers(bea, lambda count: count >= LEAST_ANSWERS)
    for _ in range(DESERTED):
        _desert(ann)
    before, until = _turns_of_bots(ann), time.monotonic() + UNTIL_THEY_GO_ON
    busy = _answers(bea, lambda count: count >= LEAST_ANSWERS and time.monotonic() > until)
    went_on = _turns_of_bots(ann) - before
    age = _oldest_sweep_under_mail(bea, mail)
    for name, found in (("idle", idle), ("busy", busy)):
        report.write(
            f"bot answers, {name}: {len(found)}, median {statistics.median(found):.2f} s, "
            f"mean {statistics.fmean(found):.2f} s, longest {max(found):.2f} s\n"
        )
    ratio = statistics.median(busy) / statistics.median(idle)
    report.write(f"meanwhile the bots of {DESERTED} deserted games took {went_on} turns\n")
    report.write(f"queues: sweep age {age:.1f} s under slow mail, bot answer ratio {ratio:.2f}\n")
    return 0 if age < OLDEST_SWEEP and ratio <= MOST_RATIO and went_on else 1


def person_named(name: str) -> Player:
    from allauth.account.models import EmailAddress

    from accounts.models import Player

    player = Player.objects.create_player(name=name, email=f"{name}@example.com", password=None)
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


def _answers(person: Player, enough: Callable[[int], bool]) -> list[float]:
    """Seconds from each of the person's turns to the bot's that answers it, in one game after the other. The
    setups are played and not counted."""
    from games.models import SeatOrder
    from games.services import SeatWish, create_game
    from homeworlds.rules import RuleSet

    found: list[float] = []
    lots = random.Random(18)
    while not enough(len(found)):
        seats = [SeatWish(player=person), SeatWish(bot_level="judge")]
        game = create_game(creator=person, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)
        for turn in range(TURNS + 1):
            seconds = _answer(game, person, lots)
            if seconds is None:
                break
            found += [seconds] if turn else []
    return found


def _answer(game: Game, person: Player, lots: random.Random) -> float | None:
    """None once the game is over."""
    from games.models import Status

    play_for(game, person, lots)
    wait_for("the bot answers", lambda: still(game).next_seat in (0, None))
    if still(game).status != Status.RUNNING:
        return None
    entries = game.log.order_by("-number").values_list("created_at", flat=True)[:2]
    return float((entries[0] - entries[1]).total_seconds())


def play_for(game: Game, person: Player, lots: random.Random) -> None:
    from games.log.moments import state_of
    from games.services import take_turn
    from proofs.players import turn_for

    game = still(game)
    text = turn_for(state_of(game), lots)
    key = f"bench{game.log_number}"
    take_turn(
        game_id=game.pk, player=person, answers=game.log_number, key=key, text=text, confirmed=True
    )  # fmt: skip


def still(game: Game) -> Game:
    """As it stands now."""
    fresh: Game = type(game).objects.get(pk=game.pk)
    return fresh


def _desert(person: Player) -> None:
    """Begins a game with two bots and leaves them to themselves."""
    from games.models import SeatOrder
    from games.services import SeatWish, create_game, resign
    from homeworlds.rules import RuleSet, Variant

    rules = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
    seats = [SeatWish(player=person), SeatWish(bot_level="judge"), SeatWish(bot_level="judge")]
    game = create_game(creator=person, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
    resign(game_id=game.pk, player=person, key="leaves", confirmed=True)


def _turns_of_bots(person: Player) -> int:
    from games.models import LogEntry

    return LogEntry.objects.filter(game__creator=person, player__bot_level__gt="").count()


def _oldest_sweep_under_mail(person: Player, mail: MailServer) -> float:
    from notices.models import AccountMail
    from upkeep.clock import database_now
    from upkeep.selectors import SWEEP, seconds_since

    now, before = database_now(), mail.begun
    rows: list[Any] = [
        AccountMail(
            player=person, address=person.email or "", kind="bench", subject="Rain", body=f"Rain {number}.",
            created_at=now, due_at=now,
        )
        for number in range(MAILS)
    ]  # fmt: skip
    AccountMail.objects.bulk_create(rows)
    oldest, began = 0.0, time.monotonic()
    while time.monotonic() - began < UNDER_MAIL:
        oldest = max(oldest, seconds_since(SWEEP) or 0.0)
        time.sleep(0.1)
    if mail.begun == before:
        raise RuntimeError("no mail has left")
    return oldest
