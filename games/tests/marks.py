"""A game with a win that was missed, and the marks found in it."""

from games.models import Game, MarkKind
from games.services import resign
from games.table.hindsight import marks_of, marks_tally
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet

BEFORE = ("homeworld y2 g1 g3", "homeworld r3 g3 y3", "build g1 alice", "build y1 bob", "move g3 alice bob")
BLUNDER, WIN = "sacrifice y1 bob", "attack Y3 Bob"
FOUND = [(6, MarkKind.WALKED_INTO, 0, None, WIN), (7, MarkKind.MISSED, 0, None, WIN)]


def with_a_missed_win(alice, bob):
    """Bob has walked into a win with turn 6, Alice has missed it with turn 7."""
    game = table_of(alice, bob, rules=RuleSet())
    for text in (*BEFORE, BLUNDER, "pass"):
        play_turn(game, text)
    return Game.objects.get(pk=game.pk)


def end(game, player):
    resign(game_id=game.pk, player=player, key="r", confirmed=True)
    return Game.objects.get(pk=game.pk)


def found(game):
    return [(mark.number, mark.kind, mark.seat, mark.victim, mark.text) for mark in marks_of(game)]


def tallies(*players):
    return [
        [
            (each.variant, each.games, each.turns, each.missed_wins, each.walked_into)
            for each in marks_tally(one)
        ]
        for one in players
    ]
