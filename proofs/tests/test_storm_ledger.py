"""The reckoning of `bin/prove faults` finds what is planted, each thing alone."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest

from proofs.kit.ledger import (
    COUNTS,
    END,
    TURN,
    Ending,
    Found,
    Kept,
    Ledger,
    Log,
    News,
    Post,
    Sent,
    Stored,
    news_due,
    reckon,
)
from proofs.storm import points
from proofs.storm.injector import OF_2000, plan, scaled

ANN, BEA = "ann", "bea"
OPPONENTS = {"g": {ANN: BEA, BEA: ANN}}
SENT = [
    Sent("g", ANN, 0, "k1", "homeworld R1 B2 G3", COUNTS),
    Sent("g", BEA, 1, "k2", "homeworld Y1 B2 G3", COUNTS),
    Sent("b", ANN, 0, "k3", "homeworld R1 B2 G3", COUNTS),
]
PEOPLE = [Stored(each.game, each.player, each.answers + 1, each.key, each.text) for each in SENT]
BOTS = [Stored("b", "random", 2, "bot:1", "homeworld Y1 B2 G3")]
DUE = {News(TURN, "g", BEA, 1), News(TURN, "g", ANN, 2)}


KEPT = Kept(PEOPLE, BOTS, {"g": Log(2, [1, 2], agrees=True), "b": Log(2, [1, 2], agrees=True)})
POST = Post(DUE, list(DUE), DUE, dict.fromkeys(DUE, 1))


def found(sent: object = SENT, stuck: object = (), **planted: object) -> Found:
    of = [{name: planted[name] for name in planted.keys() & each._fields} for each in (Kept, Post)]
    return reckon(sent, KEPT._replace(**of[0]), POST._replace(**of[1]), stuck)  # type: ignore[arg-type]


def test_what_is_as_it_should_be_is_good():
    assert found().good
    assert found().summary() == (
        "3 turns, 0 lost, 0 doubled, 0 gaps, 0 notices missing, 0 extra, 0 games stuck"
    )


@pytest.mark.parametrize(
    "row, planted",
    [
        ("lost", {"people": PEOPLE[1:]}),
        ("under a wrong number", {"people": [PEOPLE[0]._replace(number=3), *PEOPLE[1:]]}),
        ("under a wrong number", {"people": [PEOPLE[0]._replace(text="pass"), *PEOPLE[1:]]}),
        ("doubled", {"people": [*PEOPLE, PEOPLE[0]._replace(number=3)]}),
        ("doubled", {"bots": [*BOTS, BOTS[0]._replace(number=3)]}),
        (
            "sent again and judged as another turn",
            {"sent": [SENT[0]._replace(answer="status 409"), *SENT[1:]]},
        ),
        ("stored and never confirmed", {"sent": SENT[1:]}),
        ("refused", {"sent": [*SENT, SENT[0]._replace(key="k4", answer="status 403")]}),
        ("games with gaps, or at odds with their log", {"logs": {"g": Log(3, [1, 3], agrees=True)}}),
        ("games with gaps, or at odds with their log", {"logs": {"g": Log(2, [1, 2], agrees=False)}}),
        ("notices missing", {"outbox": list(DUE)[1:]}),
        ("notices extra", {"outbox": [*DUE, *DUE]}),
        ("notices extra", {"outbox": [*DUE, News(END, "g", ANN, 2)]}),
        ("mails missing", {"mails": dict.fromkeys(list(DUE)[1:], 1)}),
        ("mails extra or doubled", {"mails": dict.fromkeys([*DUE, News(TURN, "g", BEA, 3)], 1)}),
        ("mails extra or doubled", {"mails": dict.fromkeys(DUE, 2), "explained": 1}),
        ("games stuck", {"stuck": ["g"]}),
    ],
)
def test_each_planted_fault_is_found_and_nothing_else(row, planted):
    assert [name for name, cases in found(**planted).rows.items() if cases] == [row]


def test_a_mail_that_a_kill_explains_may_come_once_more():
    again = found(mails=dict.fromkeys(DUE, 2), explained=2)
    assert (again.good, again.sent_again) == (True, 2)


def test_each_turn_is_news_to_the_other_and_the_last_one_that_the_game_is_over():
    by_turn, as_draw = {"g": Ending(turn=2, entry=2)}, {"g": Ending(turn=2, entry=3)}
    assert news_due(SENT, OPPONENTS, by_turn) == {News(TURN, "g", BEA, 1), News(END, "g", ANN, 2)}
    assert news_due(SENT, OPPONENTS, as_draw) == {News(TURN, "g", BEA, 1), News(END, "g", ANN, 3)}
    assert news_due([SENT[0]._replace(answer="status 409")], OPPONENTS, {}) == set()


def test_no_more_turns_are_sent_than_are_wanted():
    ledger = Ledger(wanted=1)
    assert (ledger.reserve(), ledger.reserve()) == (True, False)
    ledger.write(SENT[0]._replace(answer="status 409"))
    assert ledger.reserve()
    ledger.write(SENT[0])
    assert (ledger.turns, ledger.reserve()) == (1, False)


def test_the_plan_holds_every_kind_as_often_as_wanted_and_in_order():
    lanes = plan(scaled(2000), 1700, random.Random(1))
    faults = [fault.what for lane in lanes for fault in lane]
    assert {what: faults.count(what) for what in OF_2000} == OF_2000
    assert all([fault.at for fault in lane] == sorted(fault.at for fault in lane) for lane in lanes)


def test_a_process_dies_at_its_point_once_and_only_when_told(tmp_path: Path, monkeypatch):
    killed: list[int] = []
    monkeypatch.setattr(os, "kill", lambda pid, sign: killed.append(sign))
    points.order_file(tmp_path, "web", points.COMMITTED).touch()
    for part, point in [("web", points.CALLED), ("bots", points.COMMITTED), *[("web", points.COMMITTED)] * 2]:
        points.die_if_told(tmp_path, part, point)
    assert killed == [signal.SIGKILL]


class Wrapper:
    """As much of a database's connection as a commit needs."""

    def __init__(self) -> None:
        self.run_on_commit: list[str] = []

    def commit(self) -> None: ...

    def run_and_clear_commit_hooks(self) -> None:
        self.run_on_commit = []


def test_points_are_come_to_where_something_follows_from_a_commit():
    class Wrapped(Wrapper):
        pass

    seen: list[str] = []
    points.around_commits(Wrapped, seen.append)
    connection = Wrapped()
    connection.commit()
    connection.run_and_clear_commit_hooks()
    assert seen == []
    connection.run_on_commit = ["a call"]
    connection.commit()
    connection.run_and_clear_commit_hooks()
    connection.run_and_clear_commit_hooks()
    assert seen == [points.BEFORE_COMMIT, points.COMMITTED, points.CALLED]
