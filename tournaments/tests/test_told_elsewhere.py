"""News of events and clubs for the addresses that their people have named: what is told, to whom, by how many
statements, and what nobody learns by it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.tests.cast import person
from clubs.models import Club
from clubs.services import accept_club_invitation, close_club, invite_to_club, join_club
from clubs.tests.clubhouse import club_of
from notices.hooks.models import Hook, HookPost
from notices.hooks.places import leads
from notices.hooks.posts import next_posts, send_post
from notices.hooks.refusals import HookRefusal
from notices.hooks.services import add_hook, change_hook, remove_hook
from notices.models import Dropped
from notices.tests.own_server import Own, own_server
from tournaments.models import Event, EventStatus, Format
from tournaments.services.opening import cancel_event, open_event
from tournaments.services.starting import start_now
from tournaments.tests.events import (
    entered,
    followed,
    now,
    opened,
    people,
    plan,
    play_out,
    running,
    started,
    wins,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture
def own(settings: Any) -> Iterator[Own]:
    with own_server(settings) as server:
        yield server


def work() -> None:
    for _ in range(100):
        posts = next_posts()
        if not posts:
            return
        for post in posts:
            send_post(post)
    raise AssertionError("something stays due")


def told(own: Own) -> list[str]:
    return [json.loads(body)["type"] for _, body in own.told]


def said(own: Own) -> list[str]:
    return [" ".join(json.loads(body)["data"]["paragraphs"]) for _, body in own.told]


def test_an_event_tells_its_rounds_its_tables_and_its_end(alice: Player, own: Own) -> None:
    event = opened(alice, rounds=1, least=3)
    add_hook(player=alice, name="Ours", address=own.address, about=f"event-{event.public_id}")
    event = now(event)
    assert event.hooked
    entered(event, people(4))
    start_now(event_id=event.pk, director=alice)
    event = followed(event)
    work()
    assert told(own) == ["event-started", "event-paired"]
    assert "Round 1 is paired. Player" in said(own)[1]
    first = running(event)[0]
    wins(first)
    work()
    assert told(own)[-1] == "table-ended"
    names = sorted(seat.player.name for seat in first.seats.select_related("player"))
    assert all(name in said(own)[-1] for name in names)
    play_out(event)
    work()
    assert now(event).status == EventStatus.FINISHED
    assert told(own)[-1] == "event-finished"
    assert "First: " in said(own)[-1]
    assert told(own).count("table-ended") == 2


def test_what_is_cancelled_before_it_is_told_tells_that_alone(alice: Player, own: Own) -> None:
    event = started(alice, people(4), rounds=1)
    add_hook(player=alice, name="Ours", address=own.address, about=f"event-{event.public_id}")
    wins(running(event)[0])
    other = opened(alice)
    add_hook(player=alice, name="Ours", address=own.address, about=f"event-{other.public_id}")
    cancel_event(event_id=other.pk, director=alice)
    work()
    assert told(own) == ["table-ended", "event-cancelled"]


def statements_of_a_win(event: Event) -> list[str]:
    game = running(event)[0]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        wins(game)
    return [each["sql"] for each in queries]


def test_news_cost_one_statement_where_somebody_hears_them_and_none_elsewhere(
    alice: Player, own: Own
) -> None:
    event = started(alice, people(4), rounds=1)
    assert not [sql for sql in statements_of_a_win(event) if "hook" in sql.lower() and "INSERT" in sql]
    assert not HookPost.objects.exists()
    add_hook(player=alice, name="Ours", address=own.address, about=f"event-{event.public_id}")
    heard = [sql for sql in statements_of_a_win(event) if "notices_hook" in sql]
    assert len(heard) == 1 and heard[0].startswith("INSERT")


def test_a_club_hears_who_joins_and_of_its_events(alice: Player, bob: Player, own: Own) -> None:
    club = club_of(alice)
    hook = add_hook(player=alice, name="Ours", address=own.address, about=f"club-{club.public_id}")
    join_club(club_id=club.pk, player=bob)
    work()
    assert told(own) == ["member-joined"]
    assert said(own) == ["Bob has joined the club “Orion”."]
    assert own.read(hook)["data"]["link"].endswith(f"/clubs/{club.public_id}/")
    event = open_event(director=alice, plan=plan(), club=Club.objects.get(pk=club.pk))
    cancel_event(event_id=event.pk, director=alice)
    work()
    assert told(own)[-1] == "event-cancelled"


def test_who_leads_has_it_told_and_nobody_else(alice: Player, bob: Player, own: Own) -> None:
    club = club_of(alice, bob)
    about = f"club-{club.public_id}"
    hook = add_hook(player=alice, name="Ours", address=own.address, about=about)
    assert not leads(bob, about)
    with pytest.raises(HookRefusal, match="not-yours"):
        add_hook(player=bob, name="Mine", address=own.address, about=about)
    with pytest.raises(HookRefusal, match="not-yours"):
        change_hook(player=bob, hook_id=hook.pk, name="Mine", address=own.address)
    for nothing in ("club-nowhere", "event-nowhere", "nothing-at-all", "club"):
        with pytest.raises(HookRefusal, match="not-yours"):
            add_hook(player=alice, name="Mine", address=own.address, about=nothing)
    member, stranger = Client(), Client()
    member.force_login(bob)
    stranger.force_login(person("Mallory"))
    for client in (member, stranger):
        assert client.get(f"/settings/notices/elsewhere/of/{about}/").status_code == 404
        assert client.get(f"/settings/notices/elsewhere/of/{about}/new/").status_code == 404
        assert client.get(f"/settings/notices/elsewhere/{hook.pk}/").status_code == 404
    leader = Client()
    leader.force_login(alice)
    assert "Ours" in leader.get(f"/settings/notices/elsewhere/of/{about}/").content.decode()
    assert leader.get(f"/settings/notices/elsewhere/of/{about}/new/").status_code == 200


def test_nothing_is_told_of_a_club_any_more_that_is_closed(alice: Player, own: Own) -> None:
    club = club_of(alice)
    add_hook(player=alice, name="Ours", address=own.address, about=f"club-{club.public_id}")
    close_club(club_id=club.pk, player=alice)
    assert not Hook.objects.exists()


def test_without_an_address_nothing_is_written_any_more(alice: Player, bob: Player, own: Own) -> None:
    club = club_of(alice)
    hook = add_hook(player=alice, name="Ours", address=own.address, about=f"club-{club.public_id}")
    remove_hook(player=alice, hook_id=hook.pk)
    join_club(club_id=club.pk, player=bob)
    assert not HookPost.objects.exists()


def test_a_hidden_club_is_told_of_by_a_link_that_asks_who_reads(alice: Player, bob: Player, own: Own) -> None:
    club = club_of(alice, hidden=True)
    hook = add_hook(player=alice, name="Ours", address=own.address, about=f"club-{club.public_id}")
    invite_to_club(club_id=club.pk, player=alice, invited=bob)
    accept_club_invitation(club_id=club.pk, player=bob)
    work()
    assert "/accounts/login/?next=" in own.read(hook)["data"]["link"]


def test_every_address_is_told_once_however_often_the_news_are_written(
    alice: Player, bob: Player, own: Own
) -> None:
    club = club_of(alice)
    for name in ("One", "Two"):
        add_hook(player=alice, name=name, address=own.address, about=f"club-{club.public_id}")
    join_club(club_id=club.pk, player=bob)
    work()
    post = HookPost.objects.get(target=0)
    assert post.dropped == Dropped.SPREAD
    HookPost.objects.filter(pk=post.pk).update(due_at=post.created_at, tries=0)
    work()
    assert len(own.told) == 2
    assert len(set(own.ids)) == 2


def test_no_table_says_who_was_good_or_evil(alice: Player, own: Own) -> None:
    event = started(alice, people(6), Format.AT_ONCE, least=3)
    add_hook(player=alice, name="Ours", address=own.address, about=f"event-{event.public_id}")
    for game in running(event):
        wins(game)
    work()
    assert own.told
    for _headers, body in own.told:
        assert not {"good", "evil", "alignment"} & {
            word.strip('.,:“”"') for word in body.decode().lower().split()
        }
