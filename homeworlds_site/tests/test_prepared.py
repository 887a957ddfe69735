"""Queries whose SQL is made once."""

import threading

import pytest
from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.db.models.query import ModelIterable, get_related_populators
from django.db.transaction import TransactionManagementError

from accounts.models import FormerName, Player
from upkeep.kept.compiled_query import CompiledQuery, give
from upkeep.models import Tally


@pytest.mark.django_db
def test_each_call_asks_with_its_own_values(alice, bob):
    made = []

    def named(pk, name):
        made.append(1)
        return Player.objects.filter(pk=pk, name=name)

    found = CompiledQuery(named, int, str)
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
        (found,) = CompiledQuery(lambda pk: rows.filter(player=pk), int)(alice.pk)
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
        CompiledQuery(lambda pk, name: Player.objects.filter(pk=pk), int, str)(1, "")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_no_row_is_locked_outside_of_a_transaction(alice):
    locked = CompiledQuery(lambda pk: Player.objects.select_for_update().filter(pk=pk), int)
    with transaction.atomic():
        assert locked(alice.pk) == [alice]
    with pytest.raises(TransactionManagementError):
        locked(alice.pk)


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_by_its_own_connection():
    Tally.objects.all().delete()
    counted = CompiledQuery(lambda name: Tally.objects.filter(name=name), str)
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


@pytest.mark.django_db
def test_values_come_as_tuples_and_as_python_knows_them(alice, bob):
    named = CompiledQuery(lambda name: Player.objects.filter(name=name).values_list("pk", "date_joined"), str)
    assert named("Bob") == [(bob.pk, bob.date_joined)]
    assert named("Carol") == []


@pytest.mark.django_db
def test_rows_that_are_given_are_not_asked_for_again(alice, django_assert_num_queries):
    names = [FormerName(player=alice, name="Alicia")]
    give(alice, "former_names", names)
    with django_assert_num_queries(0):
        assert list(alice.former_names.all()) == names


LEANS = "upkeep/kept/compiled_query.py leans on it. Read what Django does now, and make it do the same."


@pytest.mark.django_db
def test_what_django_keeps_to_itself_is_what_prepared_queries_lean_on(alice):
    rows = FormerName.objects.select_related("player").annotate(none=Exists(FormerName.objects.none()))
    assert issubclass(rows._iterable_class, ModelIterable), f"Rows are made by something else: {LEANS}"
    listed = rows.values_list("pk")._iterable_class
    assert not issubclass(listed, ModelIterable), f"Values are told apart otherwise: {LEANS}"
    compiler = rows.query.get_compiler(connection=connection)
    sql, parameters = compiler.as_sql()
    assert isinstance(sql, str) and isinstance(parameters, list | tuple), f"SQL is made otherwise: {LEANS}"
    info = compiler.klass_info
    missing = {"model", "select_fields", "related_klass_infos"} - set(info)
    assert not missing, f"A compiler no longer says {missing} of its model: {LEANS}"
    own = [compiler.select[place][0].target.attname for place in info["select_fields"]]
    fields = [field.attname for field in FormerName._meta.concrete_fields]
    assert own == fields, f"The columns of a row stand elsewhere: {LEANS}"
    assert compiler.annotation_col_map == {"none": len(fields)}, (
        f"What is annotated stands elsewhere: {LEANS}"
    )
    (player,) = get_related_populators(info, compiler.select, connection.alias)
    assert callable(player.populate), f"Joined rows become objects otherwise: {LEANS}"
    fetched = Player.objects.prefetch_related("former_names").get(pk=alice.pk)
    given = Player.objects.get(pk=alice.pk)
    give(given, "former_names", [])
    (name, kept), (name_given, kept_given) = (
        next(iter(one._prefetched_objects_cache.items())) for one in (fetched, given)
    )
    assert name == name_given, f"What was prefetched has another name: {LEANS}"
    for each in ("_result_cache", "_prefetch_done"):
        assert vars(kept)[each] == vars(kept_given)[each], f"{each} of what was prefetched differs: {LEANS}"
