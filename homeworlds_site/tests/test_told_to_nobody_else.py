"""Whatever is told, by whatever channel, carries nothing that its reader may not know; and each way in which
it could is planted once and found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache

from accounts.mail import off_link
from accounts.models import Player
from accounts.tests.cast import person
from games.log.alignments import alignments_for_judge
from games.models import Room
from games.notices.muting import mute_link
from games.services import say
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet
from homeworlds_site.tests import every_kind
from homeworlds_site.tests.sheets.forms import FORMS, Said, forms_of, forms_of_post
from homeworlds_site.tests.sheets.gathering import looking
from homeworlds_site.tests.sheets.spying import ADDRESS, SIGNED, leaks, plain
from homeworlds_site.tests.twin_worlds import World, deal, deals
from notices import kinds
from notices.digest.links import off_link as digest_off_link
from notices.feeds.links import feed_link
from notices.hooks.models import HookPost
from notices.kinds import Kind, Letter, kind_named, registered
from notices.models import Notice
from notices.push.acts import address_of
from notices.push.models import PushDevice
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
LANGUAGE = "en"


@pytest.fixture(autouse=True)
def own_site(settings: Any) -> None:
    settings.SITE_URL = "https://homeworlds.example"
    settings.ALLOWED_HOSTS = ["*"]
    cache.clear()


def test_of_every_kind_by_every_channel_nobody_hears_what_is_anothers(alice, bob, charlie):
    for player in (alice, bob, charlie):
        feed_link(player)
    seen: set[tuple[str, str]] = set()
    looked: set[int] = set()
    found: list[str] = []
    posts: set[str] = set()

    def look() -> None:
        for notice in Notice.objects.filter(due_at__isnull=False).select_related("player"):
            if notice.pk not in looked:
                looked.add(notice.pk)
                for form, said in forms_of(notice, LANGUAGE, drawn=False):
                    seen.add((notice.kind, form))
                    found.extend(leaks(notice, form, said))
        for post in HookPost.objects.exclude(kind__in=posts):
            for form, said in forms_of_post(post, LANGUAGE):
                posts.add(post.kind)
                found.extend(leaks_of_post(form, said))

    with looking(look):
        every_kind.make_every_kind_of_notice(alice, bob, charlie)
    look()
    assert found == []
    assert {kind for kind, _form in seen} == set(registered()) and {form for _kind, form in seen} == set(
        FORMS
    )
    assert len(looked) > len(registered()) and posts


def leaks_of_post(form: str, said: Said) -> list[str]:
    """It is for many people, and for whoever reads that channel elsewhere."""
    text = plain(said)
    links = [pattern for pattern in SIGNED if re.search(pattern, text)]
    return [f"a post by {form}: {each}" for each in [*ADDRESS.findall(text), *links]]


# --- Sides


@pytest.fixture
def world(db: None) -> World:
    return World()


def of_sides(world: World) -> Iterator[Notice]:
    """All kinds that games tell their players, to each who still plays."""
    for player in (world.alice, world.bob, world.carol):
        for number, kind in enumerate(OF_GAMES):
            notice, _ = Notice.objects.get_or_create(
                player=player, kind=kind, key=world.game.public_id, news=900 + number,
                defaults={"created_at": database_now()},
            )  # fmt: skip
            yield notice


OF_GAMES = ("turn", "start", "draw", "consent", "warning", "excused", "vacation", "replaced", "terms")


def told(world: World, seat: int) -> dict[tuple[str, str], Said]:
    player = (world.alice, world.bob, world.carol)[seat]
    return {
        (notice.kind, form): said
        for notice in of_sides(world)
        if notice.player == player
        for form, said in forms_of(notice, LANGUAGE, drawn=False)
    }


def depends_on_the_deal(world: World) -> list[str]:
    """What somebody is told who cannot know which of several deals it is."""
    found = []
    for seat in range(3):
        worlds = []
        for letters in deals(seat):
            deal(world.game, letters)
            worlds.append(told(world, seat))
        first, *others = worlds
        found += [
            f"{kind} by {form}"
            for other in others
            for kind, form in first
            if first[kind, form][:2] != other[kind, form][:2]
        ]
    return sorted(set(found))


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signatures and times are as they are."""
    now = database_now()
    for name in ("notices.push.acts.local_now", "games.notices.letters.database_now"):
        monkeypatch.setattr(name, lambda: now)
    monkeypatch.setattr("homeworlds_site.tests.sheets.forms.database_now", lambda: now)


def test_no_form_of_any_kind_depends_on_a_deal_that_its_reader_does_not_know(world, still):
    assert depends_on_the_deal(world) == []
    assert len(told(world, 0)) == len(OF_GAMES) * len(FORMS)


# --- Planted


def plant(monkeypatch: pytest.MonkeyPatch, kind: str, adds: Callable[[Notice], str]) -> None:
    """The letter of this kind says a sentence more."""
    sound = kind_named(kind)

    def letter(notice: Notice) -> Letter:
        said = sound.letter(notice)
        more = adds(notice)
        brief = said.brief and replace(said.brief, body=f"{said.brief.body} {more}")
        return replace(said, paragraphs=(more, *said.paragraphs), brief=brief)

    leaky: Kind = replace(sound, letter=letter, line=lambda notice: adds(notice))
    monkeypatch.setattr(kinds, "_kinds", {**registered(), kind: leaky})


def test_a_letter_that_tells_sides_is_found_in_every_form_that_has_its_words(world, still, monkeypatch):
    plant(monkeypatch, "start", lambda notice: str(alignments_for_judge(world.game)))
    found = depends_on_the_deal(world)
    assert {f"start by {form}" for form in ("mail", "mail-text", "push", "service", "own-server")} <= set(
        found
    )
    assert "start by push-without-words" not in found


@pytest.fixture
def notice(alice: Player, bob: Player) -> Notice:
    """Bob is to move; a watcher and Alice have said something, and Alice has links of her own."""
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, "homeworld R1 B2 G3")
    say(game_id=game.pk, player=alice, room=Room.PLAYERS, text="Shall we draw?", key="1")
    say(game_id=game.pk, player=person("Wanda"), room=Room.WATCHERS, text="Bob is lost.", key="2")
    other = table_of(alice, person("Zoe"), rules=RuleSet())
    say(game_id=other.pk, player=alice, room=Room.PLAYERS, text="Bob is a fool.", key="3")
    feed_link(alice)
    feed_link(bob)
    return Notice.objects.select_related("player").get(player=bob, kind="turn")


PLANTED: dict[str, Callable[[Player, Notice], str]] = {
    "what Wanda said to watchers": lambda alice, notice: "Bob is lost.",
    "what Alice said to players": lambda alice, notice: "Bob is a fool.",
    "the address alice@example.com": lambda alice, notice: alice.email,
    "a link of": lambda alice, notice: mute_link(alice, notice.key or ""),
    "a link of ": lambda alice, notice: off_link(alice, "mail_turns"),
    "a link of  ": lambda alice, notice: digest_off_link(alice),
    "the feeds of Alice": lambda alice, notice: feed_link(alice),
    "a button of": lambda alice, notice: address_of(_another(alice), _device(alice), "mute"),
}


def _another(alice: Player) -> Notice:
    return Notice.objects.create(player=alice, kind="turn", key="zzzz", news=1, created_at=database_now())


def _device(alice: Player) -> int:
    device = {"player": alice, "endpoint": "https://fcm.googleapis.com/a", "created_at": database_now()}
    return PushDevice.objects.create(**device).pk


@pytest.mark.parametrize("leak", PLANTED)
@pytest.mark.parametrize("form", ["mail", "push", "own-server", "service", "bell"])
def test_what_is_planted_is_found(alice, notice, monkeypatch, leak, form):
    assert [
        each for name, said in forms_of(notice, LANGUAGE, drawn=False) for each in leaks(notice, name, said)
    ] == []
    words = PLANTED[leak](alice, notice)
    plant(monkeypatch, "turn", lambda _notice: words)
    if form == "bell":
        monkeypatch.setattr("games.bell._turns_in_words", lambda notices, games: {notice.pk: words})
    found = [
        each
        for name, said in forms_of(notice, LANGUAGE, drawn=False)
        if name == form
        for each in leaks(notice, name, said)
    ]
    assert any(leak.strip() in each for each in found), found


def test_ones_own_link_that_needs_no_log_in_goes_to_no_server_of_others(bob, notice, monkeypatch):
    plant(monkeypatch, "turn", lambda told: feed_link(told.player) + mute_link(told.player, told.key or ""))
    found = {name for name, said in forms_of(notice, LANGUAGE, drawn=False) if leaks(notice, name, said)}
    assert found == {"service", "own-server"}
