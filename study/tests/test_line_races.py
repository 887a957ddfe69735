"""Lines of one person at the same moment, on two connections: nothing twice, nothing lost."""

import pytest

from games.tests.play import table_of
from homeworlds.rules import RuleSet
from study import services
from study.models import SandboxLine
from study.refusals import StudyRefusal, StudyRefusalCode
from study.services import extend_line, keep_line

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
ROUNDS = 20


@pytest.fixture
def game(alice, bob, calls):
    return table_of(alice, bob, rules=RuleSet())


def told(service, **asked):
    """What the service gives, or why it refuses."""
    try:
        return service(**asked)
    except StudyRefusal as refusal:
        return refusal.code


def test_the_same_line_kept_twice_at_once_is_one(game, alice, at_once):
    for number in range(1, ROUNDS):
        asked = {"owner": alice, "game": game, "number": 0, "turns": ["pass"] * number, "name": "Twice"}
        first, second = at_once(
            lambda asked=asked: keep_line(**asked), lambda asked=asked: keep_line(**asked)
        )
        assert first == second
        assert SandboxLine.objects.count() == number


def test_two_last_lines_at_once_find_one_place(game, alice, at_once, monkeypatch):
    for number in range(1, ROUNDS):
        monkeypatch.setattr(services, "MOST_LINES", number)
        kept = at_once(
            *[
                lambda turn=turn, number=number: told(
                    keep_line, owner=alice, game=game, number=0, turns=[turn] * number
                )
                for turn in ("pass", "catastrophe Alice red")
            ]
        )
        assert StudyRefusalCode.TOO_MANY_LINES in kept
        assert SandboxLine.objects.count() == number


def test_of_two_additions_at_once_one_is_told(game, alice, at_once):
    line = keep_line(owner=alice, game=game, number=0, turns=["pass"])
    turns = ["pass"]
    for number in range(ROUNDS):
        more = [[*turns, "pass"], [*turns, "catastrophe Alice red"]]
        answers = at_once(
            *[
                lambda turns=turns: told(extend_line, owner=alice, line_id=line.pk, turns=turns)
                for turns in more
            ]
        )
        assert answers.count(StudyRefusalCode.LINE_CHANGED) == 1, f"round {number}"
        line.refresh_from_db()
        turns = list(line.texts())
        assert turns in more
