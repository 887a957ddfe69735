"""One of every deadline that the site keeps, each with ten minutes left, and what can be done about them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Model

from accounts.addresses import TAKEN_BACK_WITHIN, UNCONFIRMED_FOR, forget_what_was_not_confirmed
from accounts.models import AddressChange, Player
from accounts.vacation.keeping import budget_of
from games.clocks.absence import OPEN_TO_SUBSTITUTES
from games.clocks.arithmetic import running_time
from games.clocks.deadlines import keep_left, left_now, set_deadline
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.models import Game, Matter, PlayOn, Seat, Status
from games.refusals import GameRefusal
from games.services import (
    agree_to_draw,
    agree_to_terms,
    consent,
    end_own_vacation,
    follow_vacations,
    give_time,
    give_up_expired_games,
    go_on_vacation,
    join_game,
    resign,
    take_back,
)
from games.services.clocks.sweeping import sweep_clocks
from games.services.deciding import extend_clock
from games.services.ready_check import reopen_seats
from homeworlds.rules import Preset, Variant, preset_rules
from ladders.ladder.holding import IDLE, NOTICE
from ladders.ladder.services import sweep_ladders
from ladders.ladder.services.founding import site_ladder
from ladders.ladder.services.joining import join_ladder
from ladders.models import Rung
from proofs.kit.cast import new_game, person, play
from proofs.kit.copies import SETUPS
from proofs.kit.time import time_shown
from tournaments.models import Event, EventTable, Format, Round
from tournaments.plans import usual_plan
from tournaments.refusals import EventRefusal
from tournaments.services.adjudicating import vote
from tournaments.services.directing import extend_round
from tournaments.services.entering import enter_event
from tournaments.services.following import follow_event
from tournaments.services.opening import open_event
from tournaments.services.starting import start_now
from tournaments.services.sweeping import due_events
from upkeep.clock import database_now

SECOND: Final = timedelta(seconds=1)
MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
LEFT: Final = 10 * MINUTE
"""Of every deadline: less than any outage but one of a minute."""
BEAT: Final = 5 * SECOND
BEGINS: Final = datetime(2026, 11, 27, 20, tzinfo=UTC)
"""A Friday evening: weekends that stop clocks lie within a day."""

OF_ROUNDS: Final = ("ends_at", "look_at", "called_at")

State = dict[str, Any]
"""By what is looked at: how much time is left of it, or what has become of it."""


class World:
    """Time as it passes, and what the database's clock shows of it."""

    def __init__(self) -> None:
        self.passed = self.set_by = timedelta(0)
        self.jumps_to: timedelta | None = None
        """After it was asked once more."""

    def shown(self) -> datetime:
        shown = BEGINS + self.passed + self.set_by
        if self.jumps_to is not None:
            self.set_by, self.jumps_to = self.jumps_to, None
        return shown

    def ticks(self) -> float:
        return self.passed.total_seconds()

    def time_is_shown(self) -> Any:
        return time_shown(self.shown, self.ticks)


class Scene:
    """Made once, by the services; what they cannot make ten minutes before its end is moved there."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.a, self.b, self.c = (person(name) for name in ("Alice", "Bob", "Cleo"))
        self.staff = person("Staff")
        self.directors: dict[int, Player] = {}
        self.games = {
            "clock": self._running(self.a, self.b, clock="brisk"),
            "clock with weekends": self._running(self.a, self.b, clock="brisk", weekend_zone="Europe/Paris"),
            "live clock": self._running(self.a, self.b, clock="live"),
        }
        self.adrift = self._running(self.a, self.b, self.c, clock="brisk")
        self.musters = self._full_table()
        self.lost = self._running(self.a, self.b, clock="brisk")
        resign(game_id=self.lost, player=self.b, key="lost", confirmed=True)
        self.waits = self._game(self.a, None, clock="brisk").pk
        self.round = self._begun("round", "brisk", 10 * DAY)
        self.live_round = self._begun("live round", "live", HOUR)
        self.called = self._begun("called", "brisk", 10 * DAY)
        self.paired_by_hand = self._begun("by hand", "brisk", 10 * DAY)
        self.starts = self._announced("starts", "brisk")
        self.live_starts = self._announced("live start", "live")
        self.later = self._announced("later", "brisk")
        self.away, self.newcomer, self.idle = person("Away"), person("Newcomer"), person("Idle")
        self.unconfirmed, self.changed = person("Unconfirmed"), person("Changed")
        for player in (self.idle, self.newcomer):
            join_ladder(ladder_id=site_ladder().pk, player=player)
        sweep_clocks()
        self._pass(2 * MINUTE)
        self._bring_near(database_now() + LEFT)

    # --- Making it

    def _game(self, *players: Player | None, clock: str, **terms: Any) -> Game:
        variant = Variant.BINARY if len(players) == 2 else Variant.LAST_CAPTAIN_STANDING
        rules = preset_rules(Preset.MODERN, variant)
        return new_game(*players, rules=rules, terms=GameTerms(clock=PACES[clock], **terms))

    def _running(self, *players: Player, clock: str, **terms: Any) -> int:
        game = self._game(*players, clock=clock, **terms)
        for player, text in zip(players, SETUPS, strict=False):
            play(Game.objects.get(pk=game.pk), player, text)
        return game.pk

    def _full_table(self) -> int:
        game = self._game(self.a, None, None, clock="brisk")
        for player in (self.b, self.c):
            join_game(game_id=game.pk, player=player, terms=game.terms_number)
        return game.pk

    def _announced(self, title: str, clock: str, **more: Any) -> int:
        usual = {"least": 3, "rounds": 3, "starts_at": database_now() + 3 * DAY, "clock": PACES[clock]}
        if PACES[clock].is_live:
            usual["round_lasts"] = HOUR
        plan = replace(usual_plan(title, Format.SWISS, Variant.BINARY), **{**usual, **more})
        director = person(f"D{len(self.directors)}")
        event = open_event(director=director, plan=plan)
        self.directors[event.pk] = director
        for each in range(4):
            enter_event(event_id=event.pk, player=person(f"P{event.pk}-{each}"))
        return event.pk

    def _begun(self, title: str, clock: str, lasts: timedelta) -> int:
        event = self._announced(title, clock, round_lasts=lasts)
        start_now(event_id=event, director=self.directors[event])
        follow_event(event_id=event)
        return event

    def _bring_near(self, end: datetime) -> None:
        now = end - LEFT
        for game in Game.objects.filter(pk__in=self.games.values()):
            keep_left(game, 0, LEFT)
            game.clock_since = now
            set_deadline(game)
            game.save()
        Seat.objects.filter(game=self.adrift, number=2).update(adrift_since=end - OPEN_TO_SUBSTITUTES)
        Game.objects.filter(pk=self.musters).update(musters_until=end)
        Game.objects.filter(pk=self.waits).update(expires_at=end)
        PlayOn.objects.create(game_id=self.lost, until=end)
        Rung.objects.filter(player=self.newcomer).update(challenge_by=end)
        Rung.objects.filter(player=self.idle).update(
            joined_at=now - 2 * IDLE, challenge_by=None, warned_at=end - NOTICE, sinks_at=end
        )
        for event in (self.round, self.live_round):
            Round.objects.filter(event=event).update(ends_at=end, look_at=end)
        own = EventTable.objects.filter(round__event=self.round).order_by("number").first()
        EventTable.objects.filter(pk=own and own.pk).update(
            ends_at=end + MINUTE, look_at=end + MINUTE, called_at=now
        )
        Round.objects.filter(event=self.called).update(ends_at=now - MINUTE, look_at=end, called_at=now)
        Event.objects.filter(pk__in=(self.starts, self.live_starts)).update(starts_at=end)
        Event.objects.filter(pk=self.paired_by_hand).update(by_hand=True, waits_until=end)
        Player.objects.filter(pk=self.unconfirmed.pk).update(unconfirmed_since=end - UNCONFIRMED_FOR)
        changed = {"player": self.changed, "old": "a@b.c", "new": "d@b.c"}
        AddressChange.objects.create(**changed, at=end - TAKEN_BACK_WITHIN)
        # Its first day is paid in any case, and is over.
        go_on_vacation(player=self.away, until=now + 4 * DAY)
        Player.objects.filter(pk=self.away.pk).update(vacation_since=now - 2 * DAY)

    # --- Looking at it

    def state(self) -> State:
        """What is left of everything."""
        now = database_now()
        found: State = {}
        for name, pk in self.games.items():
            game = Game.objects.get(pk=pk)
            for seat, player in enumerate("ab"):
                runs = game.status == Status.RUNNING
                found[f"{name} {player}"] = left_now(game, seat, now) if runs else game.status
            weekends = ZoneInfo(game.weekend_zone) if game.weekend_zone else None
            for what, at in (("falls", game.due_at), ("looked at", game.sweep_at)):
                found[f"{name}, {what}"] = running_time(now, at, weekends) if at else game.status
        for name, (model, column, where) in LOOKED_AT.items():
            at = model._base_manager.filter(**where(self)).values_list(column, flat=True).first()
            found[name] = at - now if at else "over"
        for name, pk in (("round", self.round), ("live round", self.live_round), ("called", self.called)):
            found |= self._round(name, pk, now)
        for model in (Game, Event):
            found |= {f"{model.__name__} {pk}": is_ for pk, is_ in model.objects.values_list("pk", "status")}
        found["announced"] = Event.objects.get(pk=self.later).starts_at
        away = Player.objects.get(pk=self.away.pk)
        held = budget_of(away).left
        found["vacation"] = held + max((away.vacation_until or now) - now, timedelta(0))
        return found

    def _round(self, name: str, event_id: int, now: datetime) -> State:
        round_ = Round.objects.filter(event=event_id).order_by("number").first()
        if round_ is None or round_.closed_at is not None:
            return {name: "closed"}
        running = Game.objects.filter(event_table__round=round_, status=Status.RUNNING).count()
        found: State = {name: f"{running} run"}
        for what, term in ((name, round_), (f"{name}, table", round_.tables.order_by("number").first())):
            for column in OF_ROUNDS:
                at = term and getattr(term, column)
                if at and (column == "called_at" or at > now):
                    found[f"{what} {column}"] = at - now
        return found

    # --- Time

    def _pass(self, time: timedelta) -> None:
        """The site is there: it is swept."""
        end = self.world.passed + time
        while self.world.passed < end:
            self.world.passed = min(self.world.passed + BEAT * 4, end)
            sweep_clocks()

    def sweep_all(self, jumps_to: timedelta) -> None:
        """Every clock is looked at in one sweep, and in its midst the clock of the site jumps."""
        Game.objects.filter(pk__in=self.games.values()).update(sweep_at=self.world.shown())
        self.world.jumps_to = jumps_to
        sweep_clocks()

    def sweep(self) -> None:
        """All that the sweep does about deadlines, and what it calls workers for."""
        sweep_clocks()
        self.work()

    def work(self) -> None:
        """What workers do, who may come before the first sweep."""
        reopen_seats()
        give_up_expired_games()
        sweep_ladders()
        follow_vacations()
        forget_what_was_not_confirmed()
        for event in due_events().order_by("pk").values_list("pk", flat=True):
            follow_event(event_id=event)


def in_games(does: Callable[[Scene, Game], object]) -> Callable[[Scene], None]:
    def act(scene: Scene) -> None:
        for game in Game.objects.filter(pk__in=scene.games.values()).order_by("pk"):
            with suppress(GameRefusal):  # there is no more time on that clock, say
                does(scene, game)

    return act


def pause(scene: Scene, game: Game) -> None:
    for matter in (Matter.PAUSE, Matter.RESUME):
        for player in (scene.a, scene.b):
            consent(game_id=game.pk, player=player, matter=matter)


def vacation(scene: Scene) -> None:
    go_on_vacation(player=scene.a, until=database_now() + 2 * DAY)
    follow_vacations()
    end_own_vacation(player=scene.a)
    end_own_vacation(player=scene.away)
    follow_vacations()


def confirmation(scene: Scene) -> None:
    game = Game.objects.get(pk=scene.musters)
    agree_to_terms(game_id=game.pk, player=scene.b, terms=game.terms_number)


def votes(scene: Scene) -> None:
    for event in (scene.round, scene.live_round, scene.called):
        for table in EventTable.objects.filter(round__event=event, game__status=Status.RUNNING):
            seat = table.game and table.game.seats.select_related("player").order_by("number").first()
            if seat and seat.player:
                with suppress(EventRefusal):  # its round is over
                    vote(table_id=table.pk, player=seat.player, seat=0)


def longer(scene: Scene) -> None:
    for event in (scene.round, scene.live_round):
        extend_round(event_id=event, director=scene.directors[event], by=HOUR)


turns = in_games(lambda scene, game: play(game, scene.a, "build y1 Alice"))
ACTS: Final[dict[str, Callable[[Scene], object]]] = {
    "nothing": lambda scene: None,
    "a turn": turns,
    "a take-back": in_games(
        lambda scene, game: take_back(game_id=game.pk, player=scene.a, answers=game.log_number, key="back")
    ),
    "a gift": in_games(lambda scene, game: give_time(game_id=game.pk, player=scene.b, key="gift")),
    "a pause": in_games(pause),
    "a vacation": vacation,
    "an extension by staff": in_games(
        lambda scene, game: extend_clock(staff=scene.staff, game=game, hours=1, reason="ill")
    ),
    "an offer of a draw": in_games(
        lambda scene, game: agree_to_draw(
            game_id=game.pk, player=scene.b, answers=game.log_number, key="draw"
        )
    ),
    "a confirmation": confirmation,
    "votes": votes,
    "a longer round": longer,
    "workers": Scene.work,
}
Where = Callable[[Scene], dict[str, Any]]
LOOKED_AT: Final[dict[str, tuple[type[Model], str, Where]]] = {
    "a seat adrift": (Seat, "adrift_since", lambda scene: {"game": scene.adrift, "number": 2}),
    "a table to be confirmed": (Game, "musters_until", lambda scene: {"pk": scene.musters, "status": "open"}),
    "an open game": (Game, "expires_at", lambda scene: {"pk": scene.waits, "status": "open"}),
    "an offer to play on": (PlayOn, "until", lambda scene: {"game": scene.lost}),
    "start": (Event, "starts_at", lambda scene: {"pk": scene.starts, "status": "open"}),
    "live event's start": (Event, "starts_at", lambda scene: {"pk": scene.live_starts, "status": "open"}),
    "director pairs": (Event, "waits_until", lambda scene: {"pk": scene.paired_by_hand}),
    "newcomer": (Rung, "challenge_by", lambda scene: {"player": scene.newcomer}),
    "a place held": (Rung, "sinks_at", lambda scene: {"player": scene.idle}),
    "unconfirmed": (Player, "unconfirmed_since", lambda scene: {"pk": scene.unconfirmed.pk}),
    "changed address": (AddressChange, "at", lambda scene: {"player": scene.changed}),
}
"""A column each, and in which row; where there is none it is over."""


def columns_seen() -> set[str]:
    """All that move must be among them."""
    rows = [(model, column) for model, column, _where in LOOKED_AT.values()]
    rows += [(Game, column) for column in ("clock_since", "due_at", "sweep_at")]
    rows += [(model, column) for model in (Round, EventTable) for column in OF_ROUNDS]
    return {f"{model._meta.label}.{column}" for model, column in [*rows, (Player, "vacation_until")]}
