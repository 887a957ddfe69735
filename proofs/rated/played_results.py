"""A timeline as games of this site, which the services begin and end; and what the site says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from io import StringIO
from typing import Final

from django.core.management import call_command

from accounts.models import Player
from games.clocks.absence import PASSED_ONCE_IN
from games.models import Game, Seat
from games.services import agree_to_draw, substitute
from games.services.clocks.absence import pass_adrift
from games.services.clocks.sweeping import settle_clock
from games.services.clocks.undoing import undo_falls
from games.services.deciding import decide_game
from games.tests.clocks import SETUPS, now, set_up
from games.tests.play import deal, play_turn
from homeworlds.outcome import evil_dealt
from proofs.kit.cast import person
from proofs.kit.time import time_shown
from proofs.rated.timeline import FIRST_DAY, End, Event, Exclusion, Result
from ratings.models import PlayerRating, RatedResult, RatingChange
from ratings.services.excluding import exclude_player, readmit_player
from ratings.tests.rating import give_up, rated_table

LASTS: Final = timedelta(days=30)
"""A game, so that every clock can run out."""
CLOCK: Final = timedelta(days=10)
"""Longer than any of its clocks."""
MUST_HAPPEN: Final = (
    *(f"ended by {how}, two" for how in ("resignation", "time", "agreement", "void", "decision")),
    *(f"ended by {how}, a table" for how in ("resignation", "agreement", "no-evil-left", "void")),
    *(f"substitute has {result}" for result in ("won", "lost")),
    *(f"rating changed: {why}, two" for why in ("won", "lost", "drew", "absent", "withdrawn")),
    *(f"rating changed: {why}, tables" for why in ("won", "lost", "drew", "left", "withdrawn")),
    *(f"rating changed: {why}, good-vs-evil" for why in ("won", "lost")),
    *(f"does not count: {why}" for why in ("void", "too-short", "excluded", "pair-too-often")),
    *(f"result withdrawn: {why}" for why in ("reopened", "excluded")),
)
WHY: Final = "As the timeline says."


def play(events: Sequence[Event]) -> int:
    """Everything through the services, but that turns are counted which nobody made; by how many people."""
    numbers = {player for event in events if isinstance(event, Result) for player in event.players}
    site = Site({number: person(f"p{number}") for number in sorted(numbers)})
    with time_shown(lambda: site.now):
        for number, event in enumerate(events):
            site.follow(number, event)
    return len(numbers)


class Site:
    """Where a timeline is followed, with what has become of it."""

    def __init__(self, people: dict[int, Player]) -> None:
        self.people = people
        self.staff, self.spare = person("staff"), person("spare")
        """The other one is a substitute: nobody of staff decides where he sits."""
        self.now = FIRST_DAY
        self._ended: dict[int, tuple[Game, Result]] = {}
        """By their numbers in the timeline."""

    def follow(self, number: int, event: Event) -> None:
        if isinstance(event, Exclusion):
            self.now = event.at
            act = readmit_player if event.over else exclude_player
            act(staff=self.staff, player=self.people[event.player], reason=WHY)
        elif event.instead_of is None:
            self._ended[number] = self._play(event), event
        else:
            self._ended[number] = self._undo(*self._ended[event.instead_of], event), event

    def _play(self, result: Result) -> Game:
        self.now = result.at - LASTS
        seated = [self.people[player] for player in result.players]
        game = rated_table(*seated, variant=result.variant, excuses=0)
        losers = [self.people[player] for player in result.losers]
        getattr(self, f"_{result.end}")(game, result, losers)
        return now(game)

    def _resignation(self, game: Game, result: Result, losers: list[Player]) -> None:
        self._comes_to_its_end(game, result)
        give_up(game, *losers)

    def _time(self, game: Game, result: Result, losers: list[Player]) -> None:
        for text in SETUPS[: result.players.index(result.losers[0])]:
            play_turn(game, text)
        self._comes_to_its_end(game, result)
        fall(game)
        give_up(game, *losers[1:])

    def _draw(self, game: Game, result: Result, losers: list[Player]) -> None:
        self._comes_to_its_end(game, result)
        give_up(game, *losers)
        for player in result.winners:
            answers = now(game).log_number
            agree_to_draw(game_id=game.pk, player=self.people[player], answers=answers, key="draw")

    def _substitute(self, game: Game, result: Result, losers: list[Player]) -> None:
        set_up(game)
        self._comes_to_its_end(game, result)
        fall(game)
        substitute(game_id=game.pk, seat=0, player=self.spare, key="takes it")
        left = self.people[result.players[0]]
        give_up(game, *[self.spare if loser == left else loser for loser in losers])

    def _sides(self, game: Game, result: Result, losers: list[Player]) -> None:
        evil = result.losers if len(result.winners) > 1 else (*result.winners, *result.losers)
        evil = evil[: evil_dealt(len(result.players))]
        deal(game, ["E" if player in evil else "G" for player in result.players])
        self._resignation(game, result, losers)

    def _void(self, game: Game, result: Result, losers: list[Player]) -> None:
        if len(losers) == 2:
            self._comes_to_its_end(game, result)
            decide_game(staff=self.staff, game=game, reason=WHY)
            return
        set_up(game)
        self.now += CLOCK
        fall(game)
        self.now += PASSED_ONCE_IN
        pass_adrift(game_id=game.pk, number=now(game).log_number)
        self._comes_to_its_end(game, result)
        fall(game)
        give_up(game, *losers[2:])

    def _undo(self, game: Game, before: Result, result: Result) -> Game:
        self.now = result.at
        if before.end is End.TIME:
            undo_falls(game_id=game.pk, since=before.at, until=before.at)
            self._resignation(game, result, [self.people[player] for player in result.losers])
        else:
            winners = [result.players.index(player) for player in result.winners]
            decide_game(staff=self.staff, game=game, reason=WHY, winners=winners)
        return now(game)

    def _comes_to_its_end(self, game: Game, result: Result) -> None:
        self.now = result.at
        Game.objects.filter(pk=game.pk).update(turn_count=result.turns)


def fall(game: Game) -> None:
    """The clock that has run out meanwhile is let fall."""
    due = now(game).sweep_at
    if due is None or not settle_clock(game_id=game.pk, sweep_at=due):
        raise LookupError(f"no clock has run out in the game {game}")


def standings() -> int:
    return PlayerRating.objects.filter(games__gt=0).count()


def counted() -> int:
    """Games that do."""
    return RatedResult.objects.filter(why_not="", withdrawn="").count()


def recomputation() -> list[str]:
    """What one recomputation finds otherwise than it stands."""
    out = StringIO()
    try:
        call_command("recompute_ratings", check=True, stdout=out)
    except SystemExit:
        return out.getvalue().splitlines()
    return []


def happened() -> Counter[str]:
    """In what ways the games of the site have ended, and what that did to ratings, by the site's own rows."""
    ended = Game.objects.values_list("players", "outcome__termination")
    done = Counter(f"ended by {how}, {'two' if players == 2 else 'a table'}" for players, how in ended)
    replaced = Seat.objects.filter(has_substitute=True).values_list("result", flat=True)
    done += Counter(f"substitute has {result}" for result in replaced)
    changes = RatingChange.objects.values_list("why", "pool")
    done += Counter(f"rating changed: {why}, {pool}" for why, pool in changes)
    results = RatedResult.objects.values_list("why_not", "withdrawn")
    done += Counter(f"does not count: {why_not}" for why_not, _ in results if why_not)
    return done + Counter(f"result withdrawn: {withdrawn}" for _, withdrawn in results if withdrawn)
