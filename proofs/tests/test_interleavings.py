"""The register of acts is whole; and of the pairs some are interleaved, with and without a defect."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from proofs.weaving import planted
from proofs.weaving.register import SCENES, WHY, Scene, the
from proofs.weaving.sessions import Trace
from proofs.weaving.walked import missing, needless
from proofs.weaving.whole import interleaver, quiet

HOW = (
    "These change the site and are not in the register of bin/prove interleavings. Each wants a row in a "
    "module of proofs/weaving/scenes, in a scene in whose state it can be done: act(the service, 'what it "
    "reads or writes, by the names of that scene', what else it is given). What cannot meet anything "
    "stands in EXCEPT in proofs/weaving/walked.py, with the reason."
)


def test_every_service_and_every_step_of_the_sweep_is_in_the_register() -> None:
    assert missing() == [], HOW
    assert needless() == [], (
        "EXCEPT in proofs/weaving/walked.py has what is in the register, or is not there."
    )


def test_what_a_row_does_not_say_its_service_has_from_the_scene_by_its_name() -> None:
    taken: list[dict[str, object]] = []

    def service(*, game_id: int, player: str, reason: str, key: str = "k") -> None:
        taken.append({"game_id": game_id, "player": player, "reason": reason, "key": key})

    made = Scene("a scene", SimpleNamespace)
    made.act(service, "game", player=the.people[0])
    made.acts[0].call(SimpleNamespace(game=SimpleNamespace(pk=3), people=["Alice"]))
    assert taken == [{"game_id": 3, "player": "Alice", "reason": WHY, "key": "k"}]
    with pytest.raises(TypeError, match="players"):
        made.act(service, "game", "once more", players=the.people)


MEETINGS = {
    "full table": [("reopen_seats", "agree_to_terms"), ("agree_to_terms", "leave_game")],
    "rematch that waits": [("ask_rematch", "cancel_game")],
    "event one can enter": [("enter_event (of eve)", "leave_club (of Eve)"), ("open_event", "close_club")],
}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", MEETINGS)
def test_two_who_meet_break_nothing(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    quiet(monkeypatch.setattr)
    acts = {act.name.rpartition(".")[2]: act for act in SCENES[name].acts}
    with interleaver(SCENES[name]) as stands:
        found = [stands.interleave(acts[one], acts[other]) for one, other in MEETINGS[name]]
        found.append(stands.inject_errors(acts[MEETINGS[name][0][0]]))
    assert all(each.points for each in found)
    assert [line for each in found for line in each.broken] == []


def test_a_lock_writes_nothing_and_a_plain_reading_of_another_table_changes_no_point() -> None:
    trace = Trace()
    said = [
        'SELECT "a"."id" FROM "a" WHERE "a"."id" = 1 FOR NO KEY UPDATE OF "a"',
        'SELECT "b"."id" FROM "b"',
        'SELECT "c"."id" FROM "c" LIMIT 1 FOR UPDATE SKIP LOCKED',
        'UPDATE "d" SET "x" = 1',
    ]
    for text in said:
        trace(lambda *_all: None, text, (), False, {"connection": SimpleNamespace(get_autocommit=bool)})
    assert trace.written == {"d"}
    assert [trace.after_reading(number, {"b"}) for number in (1, 2)] == [2, 3]
    assert [trace.after_reading(number, {"e"}) for number in (1, 2)] == [2, 4]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_round_paired_over_the_games_of_another_worker_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet(monkeypatch.setattr)
    defect = planted.ALL[0]
    with interleaver(SCENES[defect.scene]) as stands:
        assert stands.interleave(*defect.acts()).broken == []
        assert planted.is_found(defect, stands.interleave)


def test_each_planted_defect_names_its_two_acts() -> None:
    for each in planted.ALL:
        one, other = each.acts()
        assert one is not other
