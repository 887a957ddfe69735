"""People who play in the events of the proof: a script that makes their turns through the services, and stops
making those of deserters. Nothing else of an event is in its hands."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils import timezone

from accounts.models import Player
from board.words.refusals import SiteRefusal
from games.log.moments import state_of
from games.models import OF_EVENT, Game, Status
from games.services import agree_to_draw, open_table, resign
from homeworlds.refusals import Refusal
from proofs.kit.cast import by_lot, person, play
from ratings.arithmetic.strengths import Strength
from tournaments.models import DRAW, Entry, Event, EventStatus, EventTable, Round, Why
from tournaments.services.adjudicating import vote
from tournaments.services.entering import enter_event, return_to_event, withdraw_from_event

DESERTERS: Final = 0.2
WITHDRAW: Final = 0.3
"""Of the deserters; the others say nothing."""
RETURN: Final = 0.3
"""Of those whom the event has withdrawn."""
DRAWN: Final = 0.2
ENDLESS: Final = 0.1
"""Of the games of an event whose rounds have an end: they are played on until they are adjudicated."""
AGREE: Final = 0.5
"""Of those, by their votes."""
LONGEST_THOUGHT: Final = 3.0
"""Seconds, before a turn."""
AT_LEISURE: Final = 8.0
"""Seconds before the end of their time in which they are gone on with; more by the pace of the machine."""


@dataclass(slots=True)
class Script:
    """What is to become of a game, if all who sit there stay."""

    event: int
    table: int
    players: list[int]
    """By seat."""
    lasts: int
    """So many turns; then it ends."""
    falls: list[int]
    """The seats in the order in which they resign; the last one does not."""
    thinks: timedelta
    drawn: bool
    endless: bool
    votes: bool


class Crowd:
    """`pace`: how many times as long everything takes here as it might."""

    def __init__(self, number: int, dice: random.Random, pace: float) -> None:
        self.dice, self.done = dice, Counter[str]()
        self._leisure = timedelta(seconds=AT_LEISURE * pace)
        self.people = {player.pk: player for player in (self._person(each) for each in range(number))}
        self._scripts: dict[int, Script] = {}
        self._patience: dict[tuple[int, int], int] = {}
        """How many turns more a deserter makes, by event and player."""
        self._left: set[tuple[int, int]] = set()
        """All deserters, also those who have come back."""
        self._late: list[tuple[Event, Player]] = []
        self._asked: set[int] = set()
        """Entries of the withdrawn for whom it is decided whether they come back."""

    def _person(self, number: int) -> Player:
        strength = self.dice.choice(["", *Strength])
        return person(f"Player{number + 1}", by_mail=True, stated_strength=strength)

    def enter(self, event: Event, number: int, *, late: int = 0) -> None:
        """So many people, of whom a fifth will desert; and some later, once it runs."""
        chosen = self.dice.sample(sorted(self.people), number + late)
        for player in chosen[:number]:
            enter_event(event_id=event.pk, player=self.people[player])
        self._late += [(event, self.people[player]) for player in chosen[number:]]
        for player in self.dice.sample(chosen, round(DESERTERS * len(chosen))):
            self._patience[event.pk, player] = self.dice.randrange(12)
        self._left |= self._patience.keys()

    def tick(self) -> int:
        """Makes the turns that are due, those that have least time left first; how many."""
        before = self.done.total()
        running = Game.objects.filter(status=Status.RUNNING, origin_kind=OF_EVENT, next_seat__isnull=False)
        for game in running.order_by("due_at", "pk"):
            try:
                self._look(game)
            except (SiteRefusal, Refusal) as refusal:
                # The clock, or the event, was there first.
                self.done[f"refused: {refusal.code}"] += 1
        self._come_late()
        self._come_back()
        return self.done.total() - before

    def _look(self, game: Game) -> None:
        script = self._scripts.get(game.pk) or self._write(game)
        if script is None or game.next_seat is None or not self._is_there(script, game.next_seat):
            return
        if timezone.now() - game.changed_at < script.thinks:
            return
        if script.endless and game.turn_count >= len(script.players):
            self._dawdle(game, script)
        elif game.turn_count < script.lasts or not self._end(game, script):
            self._take_turn(game, script)

    def _write(self, game: Game) -> Script | None:
        table = EventTable.objects.filter(game=game).select_related("round__event").first()
        if table is None:
            return None
        dice, event = self.dice, table.round.event
        players = list(game.seats.order_by("number").values_list("player_id", flat=True))
        number = len(players)
        self._scripts[game.pk] = Script(
            event=event.pk,
            table=table.pk,
            players=[player for player in players if player is not None],
            lasts=dice.randrange(number, 3 * number),
            falls=dice.sample(range(number), number),
            thinks=timedelta(seconds=dice.uniform(0.0, LONGEST_THOUGHT)),
            drawn=dice.random() < DRAWN,
            endless=event.director is None and dice.random() < ENDLESS,
            votes=dice.random() < AGREE,
        )
        self._open(game, self._scripts[game.pk])
        return self._scripts[game.pk]

    def _open(self, game: Game, script: Script) -> None:
        """Whoever is there looks at the table: where none of them were, it would be void."""
        for seat, player in enumerate(script.players):
            if self._is_there(script, seat):
                open_table(game_id=game.pk, player=self.people[player])

    def _is_there(self, script: Script, seat: int) -> bool:
        return self._patience.get((script.event, script.players[seat]), 1) > 0

    def _take_turn(self, game: Game, script: Script) -> None:
        if game.next_seat is None:
            return
        player = script.players[game.next_seat]
        quiet = game.turn_count >= game.players and not script.endless and self.dice.random() < 0.5
        play(game, self.people[player], "pass" if quiet else by_lot(game, self.dice))
        self.done["turns"] += 1
        if (script.event, player) in self._patience:
            self._lose_patience(script.event, player)

    def _lose_patience(self, event: int, player: int) -> None:
        self._patience[event, player] -= 1
        if self._patience[event, player] == 0 and self.dice.random() < WITHDRAW:
            withdraw_from_event(event_id=event, player=self.people[player])
            self.done["withdrawn"] += 1

    def _end(self, game: Game, script: Script) -> bool:
        """Whether somebody could do something about it."""
        living = state_of(game).position.living
        adrift = set(game.seats.filter(adrift_since__isnull=False).values_list("number", flat=True))
        there = [seat for seat in living if self._is_there(script, seat) and seat not in adrift]
        if script.drawn and set(there) | adrift >= set(living):
            for seat in there:
                player, key = self.people[script.players[seat]], f"draw {game.log_number}"
                agree_to_draw(game_id=game.pk, player=player, answers=game.log_number, key=key)
            self.done["draws"] += 1
            return Game.objects.filter(pk=game.pk).exclude(status=Status.RUNNING).exists()
        loser = next((seat for seat in script.falls[:-1] if seat in there), None)
        if script.drawn or loser is None:
            return False
        player = self.people[script.players[loser]]
        resign(game_id=game.pk, player=player, key=f"resigns {game.log_number}", confirmed=True)
        self.done["resignations"] += 1
        return True

    def _dawdle(self, game: Game, script: Script) -> None:
        if script.votes:
            script.votes = False
            for seat in state_of(game).position.living:
                wanted = DRAW if script.drawn else script.falls[-1]
                vote(table_id=script.table, player=self.people[script.players[seat]], seat=wanted)
                self.done["votes"] += 1
        if game.due_at is None or game.due_at - timezone.now() < self._leisure:
            self._take_turn(game, script)

    def has_deserter(self, game: int, seat: int | None) -> bool:
        """Whether one sits there who was to stop playing, sooner or later."""
        script = self._scripts.get(game)
        return script is not None and seat is not None and (script.event, script.players[seat]) in self._left

    def _come_late(self) -> None:
        """Whoever was chosen, or somebody else: some may not enter, for they did not turn up elsewhere."""
        for event, player in list(self._late):
            if not Round.objects.filter(event=event, begun_at__isnull=False).exists():
                continue
            self._late.remove((event, player))
            there = set(Entry.objects.filter(event=event).values_list("player", flat=True))
            for each in (player, *[other for pk, other in self.people.items() if pk not in there]):
                try:
                    enter_event(event_id=event.pk, player=each)
                except SiteRefusal as refusal:
                    self.done[f"refused: {refusal.code}"] += 1
                    continue
                self.done["latecomers"] += 1
                break

    def _come_back(self) -> None:
        """Some of those who ran out of time find that they want to play after all."""
        gone = Entry.objects.filter(why=Why.TIME, event__status=EventStatus.RUNNING)
        for entry in gone.exclude(pk__in=self._asked):
            self._asked.add(entry.pk)
            if self.dice.random() >= RETURN:
                continue
            try:
                return_to_event(event_id=entry.event_id, player=self.people[entry.player_id])
            except SiteRefusal as refusal:
                self.done[f"refused: {refusal.code}"] += 1
                continue
            self._patience.pop((entry.event_id, entry.player_id), None)
            self.done["returned"] += 1
