"""Notes of one person at the same moment, on two connections: nothing is lost."""

import pytest

from games.models import GameNote
from games.refusals import GameRefusal, GameRefusalCode
from games.services import write_note
from games.tests.play import table_of
from homeworlds.rules import RuleSet

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
ROUNDS = 20


@pytest.fixture
def game(alice, bob, calls):
    return table_of(alice, bob, rules=RuleSet())


def told(service, **asked):
    """What the service gives, or why it refuses."""
    try:
        return service(**asked)
    except GameRefusal as refusal:
        return refusal.code


def test_of_two_notes_at_once_one_is_told(game, alice, at_once):
    for number in range(ROUNDS):
        words = f"One {number}", f"Two {number}"
        answers = at_once(
            *[
                lambda text=text, number=number: told(
                    write_note, game=game, player=alice, text=text, answers=number
                )
                for text in words
            ]
        )
        assert answers.count(GameRefusalCode.NOTE_CHANGED) == 1, f"round {number}"
        note = GameNote.objects.get()
        assert (note.text in words, note.number) == (True, number + 1)
