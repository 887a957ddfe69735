"""The page of an analysis, as somebody sees it."""

from __future__ import annotations

from django.test import Client

from upkeep.tests.elements import page_of


def answer(game, tail="analysis/", status=200, client=None):
    answer = (client or Client()).get(f"/games/{game.public_id}/{tail}")
    assert answer.status_code == status
    return answer


def page(game, tail="analysis/", client=None):
    return page_of(answer(game, tail, client=client))


def logged_in(player):
    client = Client()
    client.force_login(player)
    return client
