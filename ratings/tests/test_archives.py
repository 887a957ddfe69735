"""Results of old: rated by the same arithmetic, shown as a list for themselves."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from ratings.arithmetic.rating_list import Pool, recomputed
from ratings.arithmetic.shown import PROVISIONAL
from ratings.measuring.results import read_results
from ratings.models import Archive, ArchiveStanding, PlayerRating
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
LABEL = "A club of old, 1990"


@pytest.fixture
def results(tmp_path):
    """Twenty games, of which player 7 wins all, and one that is too short to count."""
    rows = [
        {"id": number, "n": 2, "p": [7, 9 + number % 2], "first": number % 2, "rank": [0, 1], "turns": 30}
        for number in range(20)
    ]
    file = tmp_path / "results.jsonl"
    file.write_text("\n".join(map(json.dumps, [*rows, {**rows[0], "id": 99, "turns": 3}])))
    return file


def said(*arguments, **options):
    out = StringIO()
    call_command("show_archive", *map(str, arguments), stdout=out, **options)
    return out.getvalue()


def test_an_archive_is_rated_as_games_here_are_and_nobody_here_is_touched(results):
    said(results, label=LABEL)
    book = recomputed(read_results(results))
    stored = {
        (Pool(row.pool), row.number): (row.rating, row.deviation, row.games)
        for row in ArchiveStanding.objects.all()
    }
    assert stored == {
        key: (standing.rating.value, standing.rating.deviation, standing.games)
        for key, standing in book.standings.items()
    }
    assert Archive.objects.get().games == 20 and not PlayerRating.objects.exists()


def test_the_list_has_its_label_and_those_who_had_settled(results, client):
    said(results, label=LABEL)
    ArchiveStanding.objects.update(deviation=PROVISIONAL)
    ArchiveStanding.objects.filter(number=9).update(deviation=PROVISIONAL + 1)
    page = page_of(client.get("/ratings/archive/"))
    assert LABEL in page.one("main").text and "20 games of old, not played here." in page.one("main").text
    assert [row.text for row in page.select("tbody th")] == ["No. 7", "No. 10"]
    tables = page_of(client.get("/ratings/archive/?pool=tables"))
    assert tables.select("tbody tr") == []
    french = page_of(client.get("/ratings/archive/", headers={"accept-language": "fr"}))
    assert "20 parties d’autrefois" in french.one("main").text


def test_the_same_label_is_shown_anew_and_taken_away(results, client):
    for _ in range(2):
        said(results, label=LABEL)
    assert Archive.objects.count() == 1
    assert "/ratings/archive/" in page_of(client.get("/ratings/")).targets
    said(label=LABEL, remove=True)
    assert "/ratings/archive/" not in page_of(client.get("/ratings/")).targets
    assert not ArchiveStanding.objects.exists()
    assert "No archive is shown here." in page_of(client.get("/ratings/archive/")).one("main").text


def test_a_page_asks_as_often_however_many_players(results, client, django_assert_num_queries):
    said(results, label=LABEL)
    archive = Archive.objects.get()
    for batch in range(2):
        ArchiveStanding.objects.bulk_create(
            ArchiveStanding(
                archive=archive, pool="two", number=1000 * (batch + 1) + n, rating=n, deviation=60, games=50
            )
            for n in range(60 + 200 * batch)
        )
        with django_assert_num_queries(3):
            client.get("/ratings/archive/?page=2")


@pytest.mark.parametrize("arguments", [{"label": ""}, {"label": "x" * 81}, {"label": LABEL}])
def test_what_cannot_be_shown_is_refused(arguments):
    with pytest.raises(CommandError):
        said(**arguments)


def test_a_file_that_holds_no_results_is_refused_and_what_is_shown_stays(results, tmp_path):
    said(results, label=LABEL)
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": 1}')
    with pytest.raises(CommandError, match="line 1"):
        said(bad, label=LABEL)
    assert Archive.objects.get().games == 20
