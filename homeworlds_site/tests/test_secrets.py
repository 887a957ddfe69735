"""No alignment that is not revealed reaches anybody but its owner, by whatever door."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.contrib import admin
from django.core.mail import send_mail
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils.html import escape

from accounts.models import Player
from games.log import alignments
from games.models import Game, LogEntry
from games.services import bot_turns, log, turns
from games.table import view
from games.views import around
from games.views import pictures as picture_views
from games.views import table as table_views
from games.wake import wake_vacation
from homeworlds.outcome import Alignment
from homeworlds_site.tests.addresses import ADDRESSES, NAMELESS, address, names_in_use
from homeworlds_site.tests.twin_worlds import KILL, SUICIDES, TwinTest, World
from study import screen as sandbox_screen
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
TABLE, TURN = ("games:table",), ("games:turn",)


@pytest.fixture
def twin_test(
    django_capture_on_commit_callbacks: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    postman: None,
    pictures_take_their_time: None,
) -> TwinTest:
    monkeypatch.setattr("upkeep.queue.enqueue", lambda task, *arguments: None)
    world = World()
    monkeypatch.undo()
    # Each alarm asks in a thread of its own, which cannot see the transaction around a test and waits for it.
    monkeypatch.setattr("homeworlds_site.admin_site.states", list)
    return TwinTest(world, lambda: django_capture_on_commit_callbacks(execute=True), monkeypatch)


def test_every_address_of_the_site_is_known_here() -> None:
    assert names_in_use() - NAMELESS == set(ADDRESSES)


@pytest.mark.long
@pytest.mark.parametrize("number", range(9))
def test_nobody_can_tell_two_worlds_apart_that_differ_in_secrets_only(
    twin_test: TwinTest, number: int
) -> None:
    viewer = twin_test.world.viewers[number]
    assert twin_test.leaks(viewer) == []
    assert twin_test.asked > 2 * len(ADDRESSES)
    # Of whoever has no account nobody's alignment is looked up.
    assert len(twin_test.readers) > 20 or viewer.player is None


IN_THE_GAME: Final = [
    name for name in ADDRESSES if name.startswith(("games:", "study:", "pages:my", "records:"))
]


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_length_tells_the_own_side(twin_test: TwinTest, language: str) -> None:
    Player.objects.update(language=language)
    assert twin_test.tells(twin_test.world.viewer("Alice"), IN_THE_GAME) == []
    assert len(twin_test.readers) > 20


def test_sides_of_other_lengths_are_found(twin_test: TwinTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("board.words.game._length_on_page", lambda text: 0)
    assert any(": body: " in told for told in twin_test.tells(twin_test.world.viewer("Alice"), TABLE))


def test_a_page_that_is_compressed_with_a_side_in_it_is_found(
    twin_test: TwinTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.log.alignments.hold_secret", lambda: None)
    assert any(": body: " in told for told in twin_test.tells(twin_test.world.viewer("Alice"), TABLE))


def test_the_turn_of_a_bot_leaves_no_trace_of_the_secrets_of_others(twin_test: TwinTest) -> None:
    assert twin_test.leaks_of_the_bot() == []


def test_the_turns_that_are_asked_about_do_eliminate(twin_test: TwinTest) -> None:
    world = twin_test.world
    world.bob_is_in_danger(mover=0)
    alice, url = Client(), address("games:table", world.arguments)
    alice.force_login(world.alice)
    preview = page_of(alice.get(url, {"turn": KILL}))
    assert preview.by_id("turn-panel").select(".verdict--falls")
    order = {"answers": "6", "key": "k", "turn": SUICIDES["Alice"]}
    question = alice.post(f"{url}turn/", order)
    assert question.status_code == 422
    assert page_of(question).field("confirmed").value == "1"
    assert alice.post(f"{url}turn/", order | {"key": "l", "turn": KILL, "confirmed": "1"}).status_code == 303
    assert world.game.log.get(number=7).eliminated == [1]


# --- The test must find leaks: some are planted


def secrets_of(game: Game) -> str:
    return " ".join(str(letter) for letter in alignments.alignments_for_judge(game) or ())


def game_of(screen: Any) -> Game:
    return Game.objects.get(public_id=screen.public_id)


def in_the_selector(monkeypatch: pytest.MonkeyPatch) -> None:
    """The state that templates are made of holds all alignments."""
    original = view.state_of

    def state_of(game: Game, seats: Any = None) -> Any:
        dealt = alignments.alignments_for_judge(game) or ()
        return original(game, seats)._replace(revealed=tuple(enumerate(dealt)))

    monkeypatch.setattr(view, "state_of", state_of)


def in_the_viewers_alignment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody gets the alignment of seat 1."""

    def alignment_of_viewer(game: Game, viewer: Any) -> Alignment | None:
        return (alignments.alignments_for_judge(game) or (None, None))[1]

    monkeypatch.setattr(view, "alignment_of_viewer", alignment_of_viewer)


def in_the_template(monkeypatch: pytest.MonkeyPatch) -> None:
    original = around.render

    def render(request: HttpRequest, template: str, context: Any, **options: Any) -> HttpResponse:
        response: HttpResponse = original(request, template, context, **options)
        response.write(f"<!-- {escape(secrets_of(game_of(context['table'])))} -->")
        return response

    monkeypatch.setattr(around, "render", render)


def in_a_header(monkeypatch: pytest.MonkeyPatch) -> None:
    original = around.render

    def render(request: HttpRequest, template: str, context: Any, **options: Any) -> HttpResponse:
        response: HttpResponse = original(request, template, context, **options)
        response["ETag"] = f'"{hash(secrets_of(game_of(context["table"])))}"'
        return response

    monkeypatch.setattr(around, "render", render)


def in_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    original = picture_views.picture_of

    def picture_of(game: Game, number: int, *, language: str) -> str:
        return f"{original(game, number, language=language)}<!-- {secrets_of(game)} -->"

    monkeypatch.setattr(picture_views, "picture_of", picture_of)


def in_a_log_line(monkeypatch: pytest.MonkeyPatch) -> None:
    original = turns.alignments_for_judge

    def alignments_for_judge(game: Game) -> Any:
        dealt = original(game)
        logging.getLogger("games").debug("The judge knows %s", dealt)
        return dealt

    monkeypatch.setattr(turns, "alignments_for_judge", alignments_for_judge)


def in_a_task(monkeypatch: pytest.MonkeyPatch) -> None:
    original = log.publish_version

    def publish_version(game: Game) -> None:
        original(game)
        first = (alignments.alignments_for_judge(game) or ("",))[1]
        wake_vacation(player_id=1 if first == Alignment.GOOD else 1001)

    monkeypatch.setattr(log, "publish_version", publish_version)


def in_a_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    original = table_views.resign

    def resign(**asked: Any) -> Any:
        taken = original(**asked)
        send_mail("Bob has left", f"They are {secrets_of(taken.game)}.", None, ["carol@example.com"])
        return taken

    monkeypatch.setattr(table_views, "resign", resign)


def in_a_list_of_the_admin(monkeypatch: pytest.MonkeyPatch) -> None:
    def secrets(entry: LogEntry) -> str:
        return secrets_of(entry.game)

    shown = admin.site.get_model_admin(LogEntry)
    monkeypatch.setattr(shown, "list_display", [*shown.list_display, secrets])


def in_a_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that eliminates a Good player asks first, one that eliminates an Evil one does not."""
    original = around.screen_of

    def screen_of(table: Any, viewer: Any, **more: Any) -> Any:
        dealt = alignments.alignments_for_judge(table.game) or ()
        choosing = more.get("choosing")
        if choosing and "catastrophe Bob" in choosing.text and dealt[1] == Alignment.GOOD:
            more["said"] = table_views.Said(confirm=True)
        return original(table, viewer, **more)

    monkeypatch.setattr(around, "screen_of", screen_of)


def in_the_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says who wins."""

    def heading(root: Any) -> str:
        return f"They are {secrets_of(root.game)}." if root.game else ""

    monkeypatch.setattr(sandbox_screen, "_secret", heading)


PLANTED = [
    (in_the_sandbox, "Bob", ("study:sandbox", "study:sandbox_end"), "body"),
    (in_the_selector, "stranger", TABLE, "body"),
    (in_the_viewers_alignment, "anonymous", TABLE, "body"),
    (in_the_template, "eliminated", TABLE, "body"),
    (in_a_header, "Carol", TABLE, "headers"),
    (in_a_picture, "stranger", ("games:picture_svg",), "body"),
    (in_a_log_line, "Alice", TURN, "logs"),
    (in_a_task, "Carol", TURN, "tasks"),
    (in_a_mail, "Alice", ("games:resign",), "mails"),
    (in_a_list_of_the_admin, "superuser", ("admin:games_logentry_changelist",), "body"),
    (in_a_preview, "Alice", TABLE, "body"),
]


@pytest.mark.long
@pytest.mark.parametrize(
    "plant, viewer, names, part", PLANTED, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_planted_leak_is_found(
    twin_test: TwinTest, monkeypatch: pytest.MonkeyPatch, plant: Any, viewer: str, names: Any, part: str
) -> None:
    plant(monkeypatch)
    found = twin_test.leaks(twin_test.world.viewer(viewer), names)
    assert any(f": {part}: " in leak for leak in found)


def test_a_bot_that_is_told_too_much_is_found(twin_test: TwinTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(game: Game, viewer: Any) -> Any:
        logging.getLogger("bots").info("I hear that %s", secrets_of(game))

    monkeypatch.setattr(bot_turns, "alignment_of_viewer", told)
    assert twin_test.leaks_of_the_bot() != []
