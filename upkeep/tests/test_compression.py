"""What goes over the wire is small, and its length tells nothing."""

import gzip

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from upkeep.compression import compressed, hold_secret

WORDS = "Alice builds a small green ship. " * 100


def answer_of(response, *, accepts="gzip, br"):
    request = RequestFactory().get("/", headers={"Accept-Encoding": accepts})
    return compressed(lambda _: response() if callable(response) else response)(request)


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "application/json", "image/svg+xml"])
def test_words_are_compressed_for_who_can_read_it(kind):
    answer = answer_of(HttpResponse(WORDS, content_type=kind))
    assert answer["Content-Encoding"] == "gzip" and len(answer.content) < len(WORDS) // 5
    assert gzip.decompress(answer.content).decode() == WORDS
    assert "Accept-Encoding" in answer["Vary"]
    plain = answer_of(HttpResponse(WORDS, content_type=kind), accepts="")
    assert plain.content.decode() == WORDS and not plain.has_header("Content-Encoding")


def test_the_same_page_has_many_lengths():
    assert len({len(answer_of(HttpResponse(WORDS)).content) for _ in range(40)}) > 5


def test_what_is_a_picture_already_or_still_to_come_stays_as_it_is():
    for answer in (HttpResponse(b"\x89PNG" * 400, content_type="image/png"), StreamingHttpResponse([WORDS])):
        assert not answer_of(answer).has_header("Content-Encoding")


def test_an_answer_with_a_secret_is_not_compressed_and_the_next_one_is():
    def with_secret():
        hold_secret()
        return HttpResponse(WORDS)

    assert answer_of(with_secret).content.decode() == WORDS
    assert answer_of(HttpResponse(WORDS)).has_header("Content-Encoding")


def test_a_secret_read_outside_an_answer_stops_nothing():
    hold_secret()
    assert answer_of(HttpResponse(WORDS)).has_header("Content-Encoding")
