"""What cannot be done while the database is full or away: it is said, and nothing typed is lost."""

from __future__ import annotations

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from accounts.services import ensure_bots
from accounts.tests.cast import PASSWORD, person
from upkeep.away.bulkhead import bulkhead
from upkeep.tests.elements import page_of

NO_ROOM = "run out of room"
ORDER = "build G1 <Alice> & more\n  second line"


def full(*_args: object, **_more: object) -> HttpResponse:
    try:
        raise psycopg.errors.DiskFull("could not extend file: No space left on device")
    except psycopg.errors.DiskFull as error:
        raise OperationalError(str(error)) from error


def away(request: HttpRequest) -> HttpResponse:
    try:
        raise psycopg.OperationalError("connection failed: Connection refused")
    except psycopg.OperationalError as error:
        raise OperationalError(str(error)) from error


def remembers(request: HttpRequest) -> HttpResponse:
    request.session["remembered"] = True
    return HttpResponse("ok")


urlpatterns = [
    path("full/", full),
    path("away/", away),
    path("remembers/", remembers),
    path("", include("homeworlds_site.urls")),
]
handler400 = "homeworlds_site.errors.bad_request"
handler500 = "homeworlds_site.errors.server_error"
pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


def test_a_write_without_room_is_told_as_such_and_can_be_sent_again(visitor):
    answer = visitor.post("/full/?back=1", {"turn": ORDER, "confirmed": ["a", "b"], "key": "k"})
    assert answer.status_code == 503
    assert answer["Retry-After"] and answer["X-Reason"] == "full"
    page = page_of(answer)
    assert NO_ROOM in page.one("main").text and "did not understand" not in page.one("main").text
    [form] = page.select("form")
    assert (form["action"], form["method"]) == ("/full/?back=1", "post")
    kept = [(field["name"], field.tag.string.strip("\n")) for field in page.select("form textarea")]
    assert kept == [("turn", ORDER), ("confirmed", "a"), ("confirmed", "b"), ("key", "k")]


def test_no_password_and_no_code_comes_back_in_a_page(visitor):
    for secret in ({"password1": "s3same"}, {"code": "s3same"}):
        answer = visitor.post("/full/", {"email": "a@example.org", **secret})
        assert "s3same" not in answer.content.decode()
        assert not page_of(answer).select("form")


def test_the_page_asks_for_nothing_of_the_database(visitor):
    def no_database(execute, sql, params, many, context):
        raise AssertionError(sql)

    with connection.execute_wrapper(no_database):
        answer = visitor.get("/away/")
    assert answer.status_code == 503
    page = page_of(answer)
    assert "cannot reach its database" in page.one("main").text
    assert page.one("main").select('a.button[href="/away/"]')
    assert "X-Reason" not in answer


def test_it_speaks_the_readers_language(visitor):
    answer = visitor.get("/full/", headers={"Accept-Language": "fr"})
    assert page_of(answer).select("html")[0]["lang"] == "fr"
    assert NO_ROOM not in answer.content.decode()


def test_a_session_that_cannot_be_saved_for_want_of_room_is_no_bad_request(visitor, monkeypatch):
    """Django takes it for a session that was ended meanwhile, and that for the visitor's mistake."""
    visitor.force_login(person("Alice"))
    monkeypatch.setattr(Session, "save", full)
    answer = visitor.get("/remembers/")
    assert answer.status_code == 503
    assert NO_ROOM in page_of(answer).one("main").text


@pytest.mark.django_db(transaction=True)
@pytest.mark.sqlite
def test_sqlite_that_may_grow_no_more_says_so_in_a_real_form(visitor):
    ensure_bots()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # pages that other tests have left empty would be used first
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        try:
            answer = None
            for number in range(400):  # what room its pages still have is used first
                answer = Client(raise_request_exception=False).post(
                    "/games/play-a-bot/", {"wish": f"{number}"}, headers={"HX-Request": "true"}
                )
                if answer.status_code == 503:
                    break
        finally:
            cursor.execute("PRAGMA max_page_count = 4294967294")
    assert answer is not None and answer.status_code == 503
    assert answer["X-Reason"] == "full"


def test_without_static_files_there_still_is_an_answer(visitor, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    answer = visitor.get("/full/")
    assert (answer.status_code, answer["Content-Type"]) == (503, "text/plain; charset=utf-8")
    assert NO_ROOM in answer.content.decode()


def test_who_finds_all_places_taken_by_those_who_hang_keeps_what_was_typed(visitor, monkeypatch):
    monkeypatch.setattr("upkeep.away.bulkhead.database_answers", lambda: False)
    monkeypatch.setattr(bulkhead, "places", 0)
    try:
        answer = visitor.post("/accounts/login/", {"login": "a@example.org", "next": "/games/"})
        assert answer.status_code == 503
        assert [field["name"] for field in page_of(answer).select("textarea")] == ["login", "next"]
        assert visitor.get("/livez").status_code == 200
    finally:
        monkeypatch.setattr(bulkhead, "_closed_until", 0.0)
    assert PASSWORD not in answer.content.decode()
