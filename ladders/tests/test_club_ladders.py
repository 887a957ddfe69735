"""A club's own ladder: who founds it, who sees it, who plays there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import Http404
from django.urls import reverse

from accounts.tests.cast import person
from clubs.models import Club, Membership, Role
from clubs.services import close_club, found_club, leave_club
from games.clocks.paces import LIVE_PACES, PACES
from games.models import Game, Visibility
from homeworlds.rules import Preset, Variant, preset_rules
from ladders.ladder.access import ladder_for_viewer, ladders_seen_by
from ladders.ladder.refusals import LadderRefusal
from ladders.ladder.services import challenge, found_ladder, join_ladder, site_ladder, sweep_ladders
from ladders.models import Ladder
from ladders.tests.climbing import days_pass, gives_up, ladder_of, last_event, log_agrees, names
from notices.kinds import kind_named
from notices.models import Notice
from upkeep.clock import database_now
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
RULES = preset_rules(Preset.TWO_PLAYER, Variant.BINARY)


def club_of(founder, *members, hidden: bool = False) -> Club:
    club = found_club(player=founder, name="Orion", hidden=hidden)
    for member in members:
        Membership.objects.create(club=club, player=member, joined_at=database_now())
    Club.objects.filter(pk=club.pk).update(size=1 + len(members))
    return Club.objects.get(pk=club.pk)


def founded(club: Club, by, **wish) -> Ladder:
    return found_ladder(club=club, by=by, **{"rules": RULES, "preset": Preset.TWO_PLAYER, **wish})


def why_not(service, **wish) -> str:
    with pytest.raises(LadderRefusal) as refused:
        service(**wish)
    return str(refused.value.code)


def test_a_club_has_its_own_rules_and_clock(alice, bob):
    club = club_of(alice, bob)
    clock = PACES["slow"]
    ladder = ladder_of(alice, bob, ladder=founded(club, alice, clock=clock))
    game = challenge(ladder_id=ladder.pk, player=bob, other=alice).game
    assert game.preset == "two-player" and (game.clock_start, game.clock_cap) == (clock.start, clock.cap)
    assert game.rated and game.visibility == Visibility.PUBLIC
    assert (game.origin_kind, game.origin_title, game.origin_link) == (
        "ladder", "Orion", ladder.get_absolute_url(),
    )  # fmt: skip
    gives_up(game, alice)
    assert names(ladder) == ["Bob", "Alice"] and names(site_ladder()) == [] and log_agrees()


def test_good_vs_evil_for_two_can_be_played(alice, bob):
    rules = preset_rules(Preset.CLASSIC, Variant.GOOD_VS_EVIL)
    ladder = founded(club_of(alice, bob), alice, rules=rules, preset=Preset.CLASSIC)
    ladder_of(alice, bob, ladder=ladder)
    assert challenge(ladder_id=ladder.pk, player=bob, other=alice).game.variant == "good-vs-evil"


def test_who_founds_a_ladder_and_what_cannot_be_played_there(alice, bob, charlie):
    club = club_of(alice, bob)
    wish = {"club": club, "rules": RULES}
    assert why_not(found_ladder, by=bob, **wish) == "officers-only"
    assert why_not(found_ladder, by=charlie, **wish) == "officers-only"
    many = {"club": club, "rules": preset_rules(Preset.BOOKLET, Variant.SINISTER)}
    assert why_not(found_ladder, by=alice, **many) == "not-for-two"
    live = next(iter(LIVE_PACES.values()))
    assert why_not(found_ladder, by=alice, clock=live, **wish) == "too-fast"
    alice.suspended_until = database_now() + timedelta(days=1)
    assert why_not(found_ladder, by=alice, **wish) == "suspended"
    alice.suspended_until = None
    Membership.objects.filter(club=club, player=bob).update(role=Role.OFFICER)
    founded(club, bob)
    assert why_not(found_ladder, by=alice, **wish) == "has-one"
    close_club(club_id=club.pk, player=alice)
    assert why_not(found_ladder, by=alice, **wish) == "club-closed"


def test_only_members_join(alice, bob, charlie):
    ladder = founded(club_of(alice, bob), alice)
    assert why_not(join_ladder, ladder_id=ladder.pk, player=charlie) == "members-only"
    assert join_ladder(ladder_id=ladder.pk, player=bob).place == 1


def test_a_hidden_clubs_ladder_is_seen_by_members_only(alice, bob, charlie, client):
    club = club_of(alice, bob, hidden=True)
    ladder = ladder_of(alice, bob, ladder=founded(club, alice))
    game = challenge(ladder_id=ladder.pk, player=bob, other=alice).game
    assert (game.visibility, game.rated, game.origin_kind, game.origin_link) == (
        Visibility.PRIVATE, False, "", "",
    )  # fmt: skip
    client.force_login(bob)
    assert "1 place up" not in client.get(ladder.get_absolute_url()).content.decode()
    gives_up(game, alice)
    client.force_login(alice)
    days_pass(8)
    said = client.get(ladder.get_absolute_url()).content.decode()
    assert "1 place up" in said and "of 100" not in said
    with pytest.raises(Http404):
        ladder_for_viewer(ladder.public_id, charlie)
    assert ladder_for_viewer(ladder.public_id, bob) == ladder
    assert ladder not in ladders_seen_by(charlie)
    client.force_login(charlie)
    for url in (ladder.get_absolute_url(), reverse("ladders:events", args=[ladder.public_id])):
        assert client.get(url).status_code == 404
    for name in ("join", "leave", "back"):
        assert client.post(reverse(f"ladders:{name}", args=[ladder.public_id])).status_code == 404
    address = reverse("ladders:challenge", args=[ladder.public_id, alice.public_id])
    assert client.post(address).status_code == 404
    for url in ("/ladders/", bob.get_absolute_url()):
        assert "Orion" not in client.get(url).content.decode()
    client.force_login(alice)
    assert "Orion" in client.get("/ladders/").content.decode()
    assert "2 of 2" in page_of(client.get(alice.get_absolute_url())).text


def test_a_newcomer_of_a_hidden_club_is_told_by_the_log_in_and_not_once_he_has_left_it(alice, bob):
    club = club_of(alice, bob, hidden=True)
    ladder_of(alice, bob, ladder=founded(club, alice))
    days_pass(15)
    sweep_ladders()
    told = Notice.objects.get(kind="ladder_taken_off", player=bob)
    kind = kind_named(told.kind)
    assert kind.is_still_true(told) and "/accounts/login/?next=/ladders/" in kind.letter(told).link.address
    leave_club(club_id=club.pk, player=bob)
    assert not kind.is_still_true(told)


def test_who_leaves_the_club_leaves_its_ladder(alice, bob):
    club = club_of(alice, bob)
    carol = person("Carol")
    Membership.objects.create(club=club, player=carol, joined_at=database_now())
    ladder = ladder_of(alice, bob, carol, ladder=founded(club, alice))
    game = challenge(ladder_id=ladder.pk, player=carol, other=bob).game
    leave_club(club_id=club.pk, player=bob)
    assert names(ladder) == ["Alice", "Bob", "Carol"]
    gives_up(Game.objects.get(pk=game.pk), bob)
    assert names(ladder) == ["Alice", "Carol"] and last_event(ladder).why == "club" and log_agrees()


def test_a_closed_clubs_ladder_takes_no_challenges_and_its_games_are_played_on(alice, bob, client):
    club = club_of(alice, bob)
    ladder = ladder_of(alice, bob, ladder=founded(club, alice))
    game = challenge(ladder_id=ladder.pk, player=bob, other=alice).game
    close_club(club_id=club.pk, player=alice)
    assert why_not(challenge, ladder_id=ladder.pk, player=bob, other=alice) in ("closed", "playing-already")
    gives_up(Game.objects.get(pk=game.pk), alice)
    assert names(ladder) == ["Bob", "Alice"] and log_agrees()
    assert "This ladder is closed" in page_of(client.get(ladder.get_absolute_url())).text
