"""An imported game is analysed when somebody asks, and not by itself."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.services import ensure_record_players
from games.models import Analysis
from games.services import analyse_whole_game
from games.tests.analysis import logged_in, page
from games.tests.marks import end, with_a_missed_win
from records.reading import read_record
from records.services import import_game
from records.tests.round_trips import through_json

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def test_an_imported_game_is_analysed_when_somebody_asks(alice, bob):
    cache.clear()
    ended = end(with_a_missed_win(alice, bob), bob)
    game = import_game(record=read_record(through_json(ended)), accounts=ensure_record_players())
    client = logged_in(alice)
    assert page(game).one("link", "Log in to ask for it")
    assert "Analyse this game" in page(game, client=client).names("button")
    ask = f"/games/{game.public_id}/analysis/ask/"
    assert Client().post(ask).status_code == 302
    assert not Analysis.objects.exists()
    for _ in range(2):
        assert client.post(ask)["Location"] == f"/games/{game.public_id}/analysis/"
    assert Analysis.objects.get().game == game
    assert "Look again in a minute" in page(game).text
    analyse_whole_game(game_id=game.pk)
    assert "How the balance moved" in page(game).text
