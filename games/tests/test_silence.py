"""Who writes in which room while a game runs: every role, with secrets and without."""

from __future__ import annotations

from typing import Final

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import Player
from accounts.tests.cast import person
from board.words.refusals import sentence
from games.access import Viewer, game_for_viewer
from games.models import Game, Room, Status
from games.refusals import GameRefusal, GameRefusalCode
from games.services import resign, say, substitute
from games.services.deciding import decide_game
from games.talk.view import room_written, talk_for, why_silent
from games.tests.clocks import now, set_up, time_runs_out, timed_table
from homeworlds.rules import Preset, Variant, preset_rules

pytestmark = pytest.mark.django_db
LIVING, OUT, REPLACED, SUBSTITUTE, WATCHER = "Cleo", "Bob", "Alice", "Erin", "Fay"
VISITOR: Final = AnonymousUser()
PLAYERS, WATCHERS = Room.PLAYERS, Room.WATCHERS
NO_TALK = GameRefusalCode.NO_TALK
BOTH_SILENT = {OUT: GameRefusalCode.SILENT_WHILE_OUT, REPLACED: GameRefusalCode.SILENT_WHEN_REPLACED}

WRITES: Final = {
    Variant.GOOD_VS_EVIL: {
        LIVING: PLAYERS, OUT: BOTH_SILENT[OUT], REPLACED: BOTH_SILENT[REPLACED], SUBSTITUTE: PLAYERS,
        WATCHER: WATCHERS, "": NO_TALK,
    },
    Variant.LAST_CAPTAIN_STANDING: {
        LIVING: PLAYERS, OUT: PLAYERS, REPLACED: WATCHERS, SUBSTITUTE: PLAYERS,
        WATCHER: WATCHERS, "": NO_TALK,
    },
}  # fmt: skip
"""While the game runs."""


def table_with_all(variant: Variant) -> Game:
    """Erin plays on for Alice, and Bob is out."""
    people = [person(name) for name in (REPLACED, OUT, LIVING, "Dan")]
    # Two of four are Evil, so no deal ends the game when one is out.
    game = set_up(timed_table(*people, rules=preset_rules(Preset.MODERN, variant), excuses=0))
    time_runs_out(game)
    substitute(game_id=game.pk, seat=0, player=person(SUBSTITUTE), key="take")
    resign(game_id=game.pk, player=people[1], key="out", confirmed=True)
    person(WATCHER)
    assert now(game).status == Status.RUNNING
    return now(game)


def viewer_called(name: str) -> Viewer:
    return Player.objects.get(name=name) if name else VISITOR


def writes(game: Game, name: str) -> object:
    """The room, or the code of why none."""
    viewer = viewer_called(name)
    try:
        return room_written(game_for_viewer(game.public_id, viewer), viewer)
    except GameRefusal as refusal:
        return refusal.code


@pytest.mark.parametrize("variant", WRITES)
def test_each_role_writes_where_the_table_says_and_in_no_other_room(variant):
    game = table_with_all(variant)
    assert {name: writes(game, name) for name in WRITES[variant]} == WRITES[variant]
    for name, expected in WRITES[variant].items():
        if name == "":
            continue
        for room in Room:
            about = {"game_id": game.pk, "player": viewer_called(name), "room": room, "key": f"{name}{room}"}
            if room == expected:
                assert say(text="Hello", **about).room == room
                continue
            with pytest.raises(GameRefusal) as refused:
                say(text="Alice is Evil", **about)
            told = GameRefusalCode.OTHER_ROOM if isinstance(expected, Room) else expected
            assert refused.value.code is told


def test_whom_a_substitute_replaced_reads_along_and_is_told_why(client: Client):
    game = table_with_all(Variant.GOOD_VS_EVIL)
    say(game_id=game.pk, player=viewer_called(WATCHER), room=WATCHERS, text="Who is it?", key="1")
    alice = viewer_called(REPLACED)
    talk = talk_for(game_for_viewer(game.public_id, alice), alice)
    assert talk is not None and talk.writes is None
    assert [str(each.said) for room in talk.rooms for each in room.messages] == ["Who is it?"]
    assert talk.why_not.startswith("A substitute plays on for you: in Good vs Evil")
    client.force_login(alice)
    words = {"room": "watchers", "text": "My seat is Evil", "key": "k" * 20}
    answer = client.post(f"/games/{game.public_id}/talk/say/", words)
    assert talk.why_not in answer.content.decode()
    assert "My seat is Evil" not in Client().get(f"/games/{game.public_id}/").content.decode()
    with translation.override("fr"):
        assert "remplaçant" in sentence(GameRefusal(GameRefusalCode.SILENT_WHEN_REPLACED))


def test_after_the_game_all_talk_again():
    game = table_with_all(Variant.GOOD_VS_EVIL)
    decide_game(staff=person("Zoe"), game=game, reason="It is late.", winners=[2])
    for name in (OUT, REPLACED):
        assert why_silent(game_for_viewer(game.public_id, viewer_called(name)), viewer_called(name)) is None
    assert writes(game, REPLACED) is WATCHERS
    assert writes(game, OUT) is PLAYERS


def test_where_nobody_was_replaced_nothing_is_asked():
    people = [person(name) for name in ("Alice", "Bob", "Cleo", "Dan")]
    game = set_up(timed_table(*people, rules=preset_rules(Preset.MODERN, Variant.GOOD_VS_EVIL)))
    watcher = person(WATCHER)
    seen = game_for_viewer(game.public_id, watcher)
    with CaptureQueriesContext(connection) as asked:
        assert why_silent(seen, watcher) is None
    assert len(asked) == 0
