import json
import re

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path

from accounts.tests.cast import person
from upkeep.answers import Conflict, Gone, TooManyRequests
from upkeep.tests.elements import as_sent, code_in, page_of


def raiser(error):
    def view(request):
        raise error

    return view


urlpatterns = [
    path("bad/", raiser(SuspiciousOperation())),
    path("forbidden/", raiser(PermissionDenied())),
    path("conflict/", raiser(Conflict("Bob was faster.", back="/games/x/"))),
    path("gone/", raiser(Gone())),
    path("often/", raiser(TooManyRequests(retry_after=17))),
    path("broken/", raiser(RuntimeError("a bug"))),
    path("data/", lambda request: HttpResponse("{}", content_type="application/json")),
    path("", include("homeworlds_site.urls")),
]
handler400 = "homeworlds_site.errors.bad_request"
handler403 = "homeworlds_site.errors.permission_denied"
handler404 = "homeworlds_site.errors.not_found"
handler500 = "homeworlds_site.errors.server_error"

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

PAGES = [
    ("/bad/", 400, "We did not understand that"),
    ("/forbidden/", 403, "This is not yours to do"),
    ("/no/such/page", 404, "There is nothing here"),
    ("/conflict/", 409, "Bob was faster."),
    ("/gone/", 410, "This is gone"),
    ("/often/", 429, "Not so fast"),
    ("/broken/", 500, "Something broke"),
]


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


@pytest.mark.parametrize("address, status, words", PAGES)
@pytest.mark.parametrize("logged_in", [False, True], ids=["visitor", "player"])
def test_what_goes_wrong_has_a_page_of_the_house_with_a_way_back(visitor, address, status, words, logged_in):
    if logged_in:
        visitor.force_login(person("Alice"))
    response = visitor.get(address)
    page = page_of(response)
    assert response.status_code == status
    assert words in page.one("main").text
    assert re.fullmatch(r".+ · Homeworlds", page.select("title")[0].text)
    assert page.one("main").select('a.button[href^="/"]')
    assert response["Cache-Control"] == "private, no-store"


def test_a_conflict_leads_back_to_where_it_was(visitor):
    assert "/games/x/" in page_of(visitor.get("/conflict/")).one("main").targets


def test_too_many_requests_say_when_to_come_back(visitor):
    assert visitor.get("/often/")["Retry-After"] == "17"


def test_a_form_without_its_token_gets_a_friendly_page(visitor):
    response = visitor.post("/accounts/login/", {"login": "a@example.com", "password": "x"})
    assert response.status_code == 403
    assert "This form was too old" in page_of(response).names("heading")[0]


def test_the_page_for_our_own_mistakes_needs_no_database(visitor):
    def no_database(execute, sql, params, many, context):
        raise AssertionError(sql)

    with connection.execute_wrapper(no_database):
        assert visitor.get("/broken/").status_code == 500


@pytest.mark.parametrize("address", ["/accounts/login/", "/accounts/signup/", *(page[0] for page in PAGES)])
def test_the_policy_for_content_is_strict_on_every_page(visitor, address):
    response = visitor.get(address)
    policy = response["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert code_in(page_of(response)) == []


def test_htmx_keeps_no_history_and_runs_no_code_from_pages(visitor):
    page = page_of(visitor.get("/accounts/login/"))
    options = json.loads(page.select("meta[name=htmx-config]")[0]["content"])
    assert (options["historyCacheSize"], options["allowEval"], options["includeIndicatorStyles"]) == (
        0, False, False,
    )  # fmt: skip
    refused = next(each for each in options["responseHandling"] if each["code"] == "(409|422)")
    assert refused["swap"] is True


def test_other_headers_keep_strangers_out(visitor):
    response = visitor.get("/accounts/login/")
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"


def test_whatever_a_player_is_told_is_stored_nowhere(visitor):
    assert "Cache-Control" not in visitor.get("/data/")
    visitor.force_login(person("Alice"))
    assert visitor.get("/data/")["Cache-Control"] == "private, no-store"


def test_static_files_may_be_kept(visitor):
    response = visitor.get("/static/css/base.css")
    assert response.status_code == 200
    assert "no-store" not in response["Cache-Control"]
    response.close()


def test_robots_and_favicon_are_there(visitor):
    assert "Disallow: /accounts/" in as_sent(visitor.get("/robots.txt")).splitlines()
    assert visitor.get("/favicon.ico")["Location"].endswith("favicon.svg")
