from types import SimpleNamespace

from celery import shared_task

from upkeep.watching.logs import bound, ids
from upkeep.watching.task_lines import HEADER, begin, end, pass_on

seen = []


@shared_task
def look() -> None:
    seen.append(ids())


def test_a_task_has_its_own_id_and_ends_with_it():
    seen.clear()
    result = look.apply_async()
    assert seen == [{"task": result.id}]
    assert ids() == {}


def test_a_task_knows_the_request_that_asked_for_it():
    headers: dict[str, str] = {}
    with bound(request="r1"):
        pass_on(headers=headers)
    assert headers == {HEADER: "r1"}
    begin(task_id="t1", task=SimpleNamespace(request=SimpleNamespace(**headers)))
    assert ids() == {"task": "t1", "request": "r1"}
    end(task_id="t1")
    assert ids() == {}
