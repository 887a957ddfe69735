"""A season of games through the services, in compressed time: from one event to the next.

Nothing but the dice decides, so one seed gives one result. What the clocks do is held against a reckoning of
its own (`reckoning`).
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from accounts.models import Player
from accounts.services import ensure_bots
from games.clocks.paces import LIVE_PACES, PACES
from games.lobby.terms import GameTerms
from games.log import rebuilding
from games.log.moments import state_of
from games.models import Game, Heartbeat, LogEntry, Status
from games.notices.kinds import NoticeKind
from games.refusals import GameRefusal
from games.services import agree_to_draw, come_back, follow_vacations, play_bot, resign, substitute, take_back
from games.services.clocks.sweeping import sweep_clocks
from homeworlds.outcome import Termination
from homeworlds.rules import Preset, Variant, preset_rules
from notices.models import Notice
from proofs.kit.cast import by_lot, new_game, person, play
from proofs.kit.time import Calendar, Event, time_shown
from proofs.timing.reckoning import Away, Standings, Terms, counted

BEGINS: Final = datetime(2026, 2, 2, 9, tzinfo=UTC)
"""Within the season the clocks of all three zones change."""
DAYS: Final = 90
"""Within which games begin."""
LONGEST: Final = timedelta(days=900)
"""A game that still runs then, or that nothing will ever move on, is stuck."""
SWEEP: Final = timedelta(seconds=5)
GRACE: Final = timedelta(minutes=15)
FIRST: Final = timedelta(seconds=2)
"""So much earlier than the sweep some people are back after an outage."""
OPEN_FOR: Final = timedelta(hours=72)
YOUNG: Final = 5
"""A game of so few turns a seat is not given up."""
ZONES: Final = ("Europe/Paris", "America/New_York", "Pacific/Auckland")
OUTAGES: Final = (timedelta(minutes=20), timedelta(hours=6), timedelta(days=3))
VARIANTS: Final = (Variant.LAST_CAPTAIN_STANDING, Variant.SINISTER, Variant.GOOD_VS_EVIL)
SECOND: Final = timedelta(seconds=1)
HOUR: Final = timedelta(hours=1)


class Ways(NamedTuple):
    """How often somebody stays away: chances. On the one site that has counted, a quarter of the players
    missed most of their turns and a quarter missed hardly any (`wishes.md` 2, fact 2)."""

    misses: float
    """That a turn is not made in time."""
    returns: float
    """Back to a seat adrift."""
    resigns: float
    """With every turn, once a game is no longer young."""


def ways_of(number: int, dice: random.Random) -> Ways:
    """Every fourth player stays away from most turns."""
    if number % 4 == 3:
        return Ways(dice.uniform(0.6, 0.95), dice.uniform(0.1, 0.4), 0.02)
    return Ways(dice.uniform(0.0, 0.06), dice.uniform(0.5, 0.9), dice.uniform(0.04, 0.12))


@dataclass
class Table:
    game: int
    public_id: str
    reckoning: Standings
    seats: list[int]
    """The players by seat, as they sit there now."""
    over: bool = False
    warned: set[int] = field(default_factory=set)
    """The stretches of its clock in which somebody was warned."""
    back: set[int] = field(default_factory=set)
    """Seats whose player has come back; once a game."""


class Season(Calendar):
    def __init__(self, games: int, seed: int) -> None:
        super().__init__(BEGINS)
        self.dice = random.Random(seed)
        self.games = games
        self.beaten = BEGINS
        """When the sweep was last there."""
        self.away: list[tuple[datetime, datetime]] = []
        self.tables: dict[str, Table] = {}
        self.people: dict[int, tuple[Player, Ways]] = {}
        self.counts: Counter[str] = Counter()
        """What has happened."""
        self.ends: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.vacations: defaultdict[int, dict[datetime, datetime]] = defaultdict(dict)
        """Of each player: since when, until when."""
        self._last_notice = 0

    def play(self) -> None:
        """Until nothing happens any more."""
        with time_shown(lambda: self.now):
            ensure_bots()
            for number in range(max(12, self.games // 2)):
                player = person(f"Player{number}", by_mail=True, date_joined=BEGINS)
                self.people[player.pk] = (player, ways_of(number, self.dice))
            for _ in range(self.games):
                self.at(BEGINS + self.dice.uniform(0, DAYS) * timedelta(days=1), self.begin_game)
            self._plan_outages()
            sweep_clocks()
            for moment, event in self.until(BEGINS + LONGEST):
                self._happen(moment, event)
            self._look_at_all()

    def soon(self, event: Event, least: float, most: float) -> None:
        """In so many seconds."""
        self.at(self.now + self.dice.uniform(least, most) * SECOND, event)

    def _happen(self, moment: datetime, event: Event) -> None:
        for left, back in self.away:
            if left < moment < back - FIRST:
                # Whoever wanted to come meanwhile comes when the site is back, some before the first sweep.
                self.at(back + self.dice.choice((-FIRST, self.dice.uniform(0, 2) * HOUR)), event)
                return
        self.now = moment
        if not any(left < moment <= back for left, back in self.away):
            self.beaten = moment - self.dice.uniform(0, 1) * SWEEP
        Heartbeat.objects.update(at=self.beaten)
        event()

    def _plan_outages(self) -> None:
        for number, lasts in enumerate(OUTAGES):
            left = BEGINS + timedelta(days=DAYS * (number + self.dice.uniform(0.2, 0.8)) / len(OUTAGES))
            self.away.append((left, left + lasts))
            self.at(left, lambda: None)
            self.at(left + lasts, self.sweep)

    # --- Games

    def begin_game(self) -> None:
        dice = self.dice
        seats = dice.choice((2, 2, 3, 3, 4, 5, 6))
        variant = Variant.BINARY if seats == 2 and dice.random() < 0.7 else Variant.GOOD_VS_EVIL
        if seats > 2:
            variant = dice.choice(VARIANTS)
        chosen = dice.sample(sorted(self.people), seats)
        # Read anew, as a request does: who is on vacation begins a game with a clock that stands still.
        players_now = Player.objects.in_bulk(chosen)
        wishes: list[Player | str] = [players_now[player] for player in chosen]
        if seats > 2 and dice.random() < 0.2:
            wishes[-1] = "random"
        names = [name for name in PACES if name not in LIVE_PACES or seats == 2]
        pace = PACES[dice.choice(names)]
        zone = dice.choice(ZONES) if not pace.is_live and dice.random() < 0.4 else ""
        excuses, heeds = dice.choice((0, 1, 1, 2)), dice.random() < 0.7 and not pace.is_live
        wanted = GameTerms(clock=pace, weekend_zone=zone, excuses=excuses, vacation_allowed=heeds)
        game = new_game(*wishes, rules=preset_rules(Preset.BOOKLET, variant), terms=wanted, lots=dice)
        terms = Terms(pace.start, pace.increment, pace.cap, ZoneInfo(zone) if zone else None)
        seated = game.seats.order_by("number").values_list("player_id", flat=True)
        players = [player or 0 for player in seated]

        def rests(seat: int) -> Sequence[Away]:
            return list(self.vacations[players[seat]].items()) if heeds else ()

        reckoning = Standings(terms, seats, mover=0, since=self.now, away=self.away, rests=rests)
        self.tables[game.public_id] = Table(game.pk, game.public_id, reckoning, players)
        self._plan(self.tables[game.public_id])

    def heed(self, table: Table) -> None:
        """Reads what the last event has written into the log of a table, and plans what follows from it."""
        if table.over:
            return
        entries = list(LogEntry.objects.filter(game=table.game, number__gt=table.reckoning.number))
        if not entries:
            return
        game = Game.objects.get(pk=table.game)
        stretch = table.reckoning.stretch
        for entry in entries:
            self.counts[str(entry.data.get("what", entry.kind))] += 1
            if entry.seat is not None:
                self._ask_for_vacation(table.seats[entry.seat])
        table.reckoning.follow(entries, game.next_seat)
        table.over = game.status != Status.RUNNING
        for entry in entries:
            if entry.data.get("what") == "adrift" and entry.seat is not None:
                self._plan_rescue(table, entry.seat)
        if not table.over and table.reckoning.stretch != stretch:
            self._plan(table)

    def _ask_for_vacation(self, player: int) -> None:
        """What the account of a player says of it; the clocks have to follow."""
        found = Player.objects.filter(pk=player, vacation_since__isnull=False)
        for since, until in found.values_list("vacation_since", "vacation_until"):
            if since is not None and until is not None and self.vacations[player].get(since) != until:
                self.vacations[player][since] = until
                self.at(self.now + SWEEP, self.sweep)  # the clocks follow by it

    def _plan(self, table: Table) -> None:
        """A clock runs anew: what its player will do, and when the sweep looks."""
        reckoning = table.reckoning
        if reckoning.mover is None:
            return
        still = self._still(table)
        player = self.people.get(table.seats[reckoning.mover])
        if player is not None and reckoning.mover in reckoning.adrift:
            self._plan_pass(table, still)
            return
        if player is None:
            self.soon(lambda: still() and self.call_bot(table), 1, 10)
            return
        end = reckoning.runs_out()
        left = reckoning.left_at(self.now)
        if self.dice.random() >= player[1].misses:
            moment = self.now + self.dice.betavariate(1, 4) * left
            if self.dice.random() < 0.05:
                moment = end - self.dice.uniform(0.1, 2) * SECOND
            self.at(min(moment, end), lambda: still() and self.take_turn(table, player[0]))
        elif self.dice.random() < 0.1:
            self.at(end + 2 * SECOND, lambda: still() and self.take_turn(table, player[0]))
        warned = min(left / 5, timedelta(hours=24))
        for moment in (end - warned + SWEEP, end - 2 * SECOND, end + SWEEP):
            self.at(moment, lambda: still() and self.sweep())
        self.at(end + SWEEP + GRACE, lambda: still() and self.must_have_fallen(table))

    def _still(self, table: Table) -> Callable[[], bool]:
        """Whether the same clock runs as now."""
        stretch = table.reckoning.stretch
        return lambda: not table.over and table.reckoning.stretch == stretch

    # --- What people do

    def take_turn(self, table: Table, player: Player) -> bool:
        game = Game.objects.get(pk=table.game)
        ways = self.people[player.pk][1]
        if game.turn_count > YOUNG * game.players and self.dice.random() < ways.resigns:
            if self.dice.random() < 0.25:
                self._draw(table)
            else:
                resign(game_id=game.pk, player=player, key=f"resigns {game.log_number}", confirmed=True)
                self.heed(table)
            if table.over:
                return True
            game = Game.objects.get(pk=table.game)
            if player.pk != table.seats[game.next_seat or 0]:
                return True
        play(game, player, by_lot(game, self.dice))
        self.heed(table)
        if self.dice.random() < 0.03:
            number = table.reckoning.number
            self.soon(lambda: self.take_back(table, player, number), 30, 900)
        return True

    def take_back(self, table: Table, player: Player, number: int) -> None:
        if not table.over and table.reckoning.number == number:
            asked = {"player": player, "answers": number, "key": f"back {number}"}
            self._refused(lambda: take_back(game_id=table.game, **asked))
            self.heed(table)

    def _draw(self, table: Table) -> None:
        """All who play agree; those who do not bring it about only offer."""
        for seat, player in enumerate(table.seats):
            game = Game.objects.get(pk=table.game)
            plays = player in self.people and seat not in table.reckoning.adrift and not table.over
            if plays and seat in state_of(game).position.living:
                asked = {"answers": game.log_number, "key": f"draw {game.log_number}"}
                agree_to_draw(game_id=game.pk, player=self.people[player][0], **asked)
                self.heed(table)

    def call_bot(self, table: Table) -> bool:
        """Or what passes the turn of a seat adrift."""
        play_bot(game_id=table.game, number=table.reckoning.number, rng=self.dice)
        self.heed(table)
        return True

    def _plan_pass(self, table: Table, still: Callable[[], bool]) -> None:
        """When the turn of the seat adrift may be passed; after an outage that is later than it was, how
        much the site knows from its first sweep on: it is asked again."""
        due = Game.objects.values_list("bot_due_at", flat=True).get(pk=table.game)

        def passes() -> None:
            if still():
                self.call_bot(table)
            if still():
                self._plan_pass(table, still)

        self.at(max(due or self.now, self.now) + self.dice.uniform(1, 10) * SECOND, passes)

    def _plan_rescue(self, table: Table, seat: int) -> None:
        """Its player may come back; strangers may ask for it, some too late."""
        since, player = self.now, table.seats[seat]
        if self.dice.random() < self.people[player][1].returns:
            self.at(since + self.dice.expovariate(1 / 36) * HOUR, lambda: self.come_back(table, seat, player))
        for stranger in self.dice.sample(sorted(self.people), 2):
            if self.dice.random() < 0.35:
                self.soon(lambda who=stranger: self.substitute(table, seat, who, since), 600, 90 * 3600)

    def come_back(self, table: Table, seat: int, player: int) -> None:
        if table.over or table.seats[seat] != player or not self._is_adrift(table, seat):
            return
        if seat in table.back:
            self._must_refuse(table, seat, lambda: self._call_back(table, player))
            return
        self._call_back(table, player)
        table.back.add(seat)
        self.heed(table)

    def _call_back(self, table: Table, player: int) -> None:
        come_back(game_id=table.game, player=self.people[player][0], key=f"back {table.reckoning.number}")

    def substitute(self, table: Table, seat: int, player: int, since: datetime) -> None:
        if table.over or not self._is_adrift(table, seat):
            return

        def ask() -> None:
            key = f"substitute {table.reckoning.number}"
            substitute(game_id=table.game, seat=seat, player=self.people[player][0], key=key)

        passed = counted(since, self.now, None, self.away)
        left = OPEN_FOR - passed
        if passed < self.now - since and abs(left) < 2 * SWEEP:
            return  # how long the site was away meanwhile it knows by its sweeps
        if left <= timedelta(0):
            self._must_refuse(table, seat, ask)
            return
        if self._refused(ask):
            return
        table.seats[seat] = player
        table.back.discard(seat)
        self.heed(table)

    def _is_adrift(self, table: Table, seat: int) -> bool:
        """And not lost."""
        living = state_of(Game.objects.get(pk=table.game)).position.living
        return seat in table.reckoning.adrift and seat in living

    def _must_refuse(self, table: Table, seat: int, ask: Callable[[], object]) -> None:
        if self._refused(ask):
            return
        self.wrong.append(f"{table.public_id}: seat {seat} was taken up against the rules")
        self.heed(table)

    def _refused(self, ask: Callable[[], object]) -> bool:
        try:
            ask()
        except GameRefusal as refusal:
            self.counts[f"refused: {refusal.code}"] += 1
            return True
        return False

    # --- What the site does

    def sweep(self) -> bool:
        if any(left < self.now < back for left, back in self.away):
            return False  # some people are back before it
        follow_vacations()
        sweep_clocks()
        self.beaten = self.now
        warned = Notice.objects.filter(kind=NoticeKind.WARNING, pk__gt=self._last_notice)
        for pk, key in warned.order_by("pk").values_list("pk", "key"):
            self._last_notice = pk
            self._warned(self.tables[key])
        fallen = LogEntry.objects.filter(created_at=self.now, kind__in=("time", "clock"))
        for key in dict.fromkeys(fallen.order_by("pk").values_list("game__public_id", flat=True)):
            self.heed(self.tables[key])
        return True

    def _warned(self, table: Table) -> None:
        self.counts["warned"] += 1
        if table.reckoning.stretch in table.warned:
            self.wrong.append(f"{table.public_id}: warned twice of entry {table.reckoning.number}")
        table.warned.add(table.reckoning.stretch)

    def must_have_fallen(self, table: Table) -> bool:
        """It has had 15 minutes after its end: so long no clock falls after an outage. One more sweep for
        those whose end an outage of that hour has moved."""
        still = self._still(table)
        self.sweep()
        end = table.reckoning.runs_out() + 2 * GRACE + SWEEP if still() else self.now
        if still() and self.now < end:
            self.at(end, lambda: still() and self.must_have_fallen(table))
        elif still():
            self.wrong.append(f"{table.public_id}: the clock of entry {table.reckoning.number} never fell")
        return True

    # --- What has come of it

    def _look_at_all(self) -> None:
        for table in self.tables.values():
            game = Game.objects.get(pk=table.game)
            ended = Termination(game.outcome["termination"]) if game.outcome else None
            self.ends["stuck" if ended is None else "void" if ended is Termination.VOID else "finished"] += 1
            self.ends["early"] += len(table.reckoning.early)
            self.wrong += [f"{table.public_id}: {line}" for line in table.reckoning.early]
            self.wrong += [f"{table.public_id}: {line}" for line in table.reckoning.wrong]
            self.wrong += [f"{table.public_id}: {line}" for line in rebuilding.check(game)]

    @property
    def is_good(self) -> bool:
        return not (self.wrong or self.ends["stuck"])

    def summary(self) -> str:
        ends, seats = self.ends, self.counts
        return (
            f"season: {self.games} games, {ends['finished']} finished, {ends['void']} void, "
            f"{ends['stuck']} stuck, {seats['adrift']} seats adrift, {seats['substitute']} substitutes, "
            f"{ends['early']} early forfeits"
        )
