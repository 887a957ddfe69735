"""Queries whose SQL is made once."""

import threading

import pytest
from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.db.transaction import TransactionManagementError

from accounts.models import FormerName, Player
from upkeep.prepared import Prepared
from upkeep.models import Tally


@pytest.mark.django_db
def test_each_call_asks_with_its_own_values(alice, bob):
    made = []

    def named(pk, name):
        made.append(1)
        return Player.objects.filter(pk=pk, name=name)

    found = Prepared(named, int, str)
    assert found(alice.pk, "Alice") == [alice]
    assert found(bob.pk, "Bob") == [bob]
    assert found(bob.pk, "Alice") == []
    assert len(made) == 1


@pytest.mark.django_db
def test_rows_are_what_the_query_set_would_have_given(alice, django_assert_num_queries):
    FormerName.objects.create(player=alice, name="Alicia", name_key="alicia")
    rows = FormerName.objects.select_related("player").annotate(
        others=Exists(FormerName.objects.filter(player=OuterRef("player")).exclude(pk=OuterRef("pk")))
    )
    with django_assert_num_queries(1):
        (found,) = Prepared(lambda pk: rows.filter(player=pk), int)(alice.pk)
        assert found.player == alice
        assert found.player.time_zone == alice.time_zone
    expected = rows.get()
    assert {name: value for name, value in vars(found).items() if name != "_state"} == {
        name: value for name, value in vars(expected).items() if name != "_state"
    }
    assert not found._state.adding


@pytest.mark.django_db
def test_a_value_without_a_place_is_a_mistake():
    with pytest.raises(ValueError, match="stands nowhere"):
        Prepared(lambda pk, name: Player.objects.filter(pk=pk), int, str)(1, "")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_no_row_is_locked_outside_of_a_transaction(alice):
    locked = Prepared(lambda pk: Player.objects.select_for_update().filter(pk=pk), int)
    with transaction.atomic():
        assert locked(alice.pk) == [alice]
    with pytest.raises(TransactionManagementError):
        locked(alice.pk)


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_by_its_own_connection():
    Tally.objects.all().delete()
    counted = Prepared(lambda name: Tally.objects.filter(name=name), str)
    assert counted("none") == []
    seen = []

    def ask():
        try:
            counted("none")
            seen.append(counted._made.query.connection)
        finally:
            connection.close()

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert len(seen) == 1
    assert seen[0] is not counted._made.query.connection
