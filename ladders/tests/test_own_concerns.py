"""Who plays on a ladder is no judge there: not as staff, and not as who leads its club."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.tests.cast import person
from clubs.refusals import ClubRefusal, ClubRefusalCode
from clubs.services import found_club, join_club, make_officer, remove_member
from games.services.looking import look_as_staff
from games.tests.play import table_of
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from ladders.ladder.services import found_ladder, leave_ladder
from ladders.models import Challenge, Rung
from ladders.tests.climbing import ladder_of
from upkeep.concerns import Concerned

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def test_who_leads_a_club_removes_nobody_whom_he_plays_on_its_ladder(alice, bob, charlie):
    club = found_club(player=alice, name="Orion")
    for member in (bob, charlie):
        join_club(club_id=club.pk, player=member)
    ladder = found_ladder(club=club, by=alice, rules=preset_rules(Preset.MODERN, Variant.BINARY))
    game = table_of(alice, bob, rules=RuleSet())
    challenge = Challenge.objects.create(
        ladder=ladder,
        game=game,
        challenger=bob,
        challenged=alice,
        from_place=2,
        to_place=1,
        at=timezone.now(),
    )
    with pytest.raises(ClubRefusal) as refused:
        remove_member(club_id=club.pk, player=alice, member=bob)
    assert refused.value.code is ClubRefusalCode.OWN_CONCERN
    assert "who else leads it can do this" in refused.value.params["sentence"]
    stan, stella = person("Stan"), person("Stella")
    Rung.objects.create(ladder=ladder, player=stan, place=3, joined_at=timezone.now())
    with pytest.raises(Concerned):
        look_as_staff(staff=stan, game=game, reason="Asked for.")
    look_as_staff(staff=stella, game=game, reason="Asked for.")
    remove_member(club_id=club.pk, player=alice, member=charlie)
    Challenge.objects.filter(pk=challenge.pk).update(settled_at=timezone.now(), settled_number=1, result="up")
    remove_member(club_id=club.pk, player=alice, member=bob)


def test_who_leads_a_club_does_not_come_to_a_place_by_removing_who_has_it(alice, bob, charlie):
    club = found_club(player=alice, name="Orion")
    for member in (bob, charlie):
        join_club(club_id=club.pk, player=member)
    ladder = found_ladder(club=club, by=alice, rules=preset_rules(Preset.MODERN, Variant.BINARY))
    ladder_of(bob, alice, charlie, ladder=ladder)
    with pytest.raises(ClubRefusal) as refused:
        remove_member(club_id=club.pk, player=alice, member=bob)
    assert refused.value.code is ClubRefusalCode.OWN_CONCERN
    assert "who else leads it can do this" in refused.value.params["sentence"]
    remove_member(club_id=club.pk, player=alice, member=charlie)
    make_officer(club_id=club.pk, player=alice, member=bob)
    leave_ladder(ladder_id=ladder.pk, player=alice)
    remove_member(club_id=club.pk, player=alice, member=bob)
