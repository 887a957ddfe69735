"""A club: who comes in, who leaves, and what staff do to it."""

from __future__ import annotations

from types import SimpleNamespace as Scenery

from accounts.deletion import delete_account
from accounts.tests.cast import person
from clubs.services import founding, joining, members, reporting, staff
from clubs.tests.clubhouse import club_of
from games import services as games
from games.services import SeatWish, club_tables
from games.tests.clocks import now
from games.tests.seating import new_game
from proofs.weaving.register import scene
from proofs.weaving.scenes.people import WHY, staff_called


@scene
def a_club() -> Scenery:
    """Alice has founded it, Bob is an officer, Carol a member; Dave is invited, Eve may come in; a table of
    it waits."""
    alice, bob, carol, dave, eve = (person(name) for name in ("Alice", "Bob", "Carol", "Dave", "Eve"))
    club = club_of(alice, bob, carol)
    members.make_officer(club_id=club.pk, player=alice, member=bob)
    invitation = joining.invite_to_club(club_id=club.pk, player=alice, invited=dave)
    game = new_game(carol, SeatWish(), club=club)
    club.refresh_from_db()
    return Scenery(
        alice=alice, bob=bob, carol=carol, dave=dave, eve=eve, staff=staff_called("Staff"), club=club,
        invitation=invitation, game=now(game),
    )  # fmt: skip


act = a_club.act
act(founding.found_club, "alice", lambda s: founding.found_club(player=s.alice, name="Lyra"), "of Alice")
act(founding.found_club, "eve", lambda s: founding.found_club(player=s.eve, name="Lyra"), "of Eve")
act(
    founding.change_club,
    "club",
    lambda s: founding.change_club(
        club_id=s.club.pk, player=s.bob, name="Orion's Belt", about="", joining="invited"
    ),
)
act(founding.write_news, "club", lambda s: founding.write_news(club_id=s.club.pk, player=s.bob, news="News."))
act(founding.close_club, "club", lambda s: founding.close_club(club_id=s.club.pk, player=s.alice))
act(
    joining.invite_to_club,
    "club eve",
    lambda s: joining.invite_to_club(club_id=s.club.pk, player=s.bob, invited=s.eve),
)
act(
    joining.withdraw_club_invitation,
    "club",
    lambda s: joining.withdraw_club_invitation(
        club_id=s.club.pk, player=s.alice, invitation_id=s.invitation.pk
    ),
)
act(
    joining.accept_club_invitation,
    "club dave",
    lambda s: joining.accept_club_invitation(club_id=s.club.pk, player=s.dave),
)
act(
    joining.decline_club_invitation,
    "club",
    lambda s: joining.decline_club_invitation(club_id=s.club.pk, player=s.dave),
)
act(joining.join_club, "club eve", lambda s: joining.join_club(club_id=s.club.pk, player=s.eve))
act(
    members.leave_club, "club", lambda s: members.leave_club(club_id=s.club.pk, player=s.alice), "the founder"
)
act(members.leave_club, "club", lambda s: members.leave_club(club_id=s.club.pk, player=s.carol), "a member")
act(
    members.remove_member,
    "club",
    lambda s: members.remove_member(club_id=s.club.pk, player=s.alice, member=s.bob),
)
act(
    members.make_officer,
    "club",
    lambda s: members.make_officer(club_id=s.club.pk, player=s.alice, member=s.carol),
)
act(
    members.end_officer,
    "club",
    lambda s: members.end_officer(club_id=s.club.pk, player=s.alice, member=s.bob),
)
act(members.hand_over, "club", lambda s: members.hand_over(club_id=s.club.pk, player=s.alice, member=s.bob))
act(members.leave_all_clubs, "club", lambda s: members.leave_all_clubs(player=s.alice))
act(reporting.report_club, "club", lambda s: reporting.report_club(club=s.club, player=s.eve, reason=WHY))
act(
    staff.rename_club,
    "club",
    lambda s: staff.rename_club(staff=s.staff, club=s.club, reason=WHY, name="Vega"),
)
act(staff.clear_club, "club", lambda s: staff.clear_club(staff=s.staff, club=s.club, reason=WHY))
act(
    staff.close_club_as_staff,
    "club",
    lambda s: staff.close_club_as_staff(staff=s.staff, club=s.club, reason=WHY),
)
act(
    staff.settle_club_reports,
    "club",
    lambda s: staff.settle_club_reports(staff=s.staff, club=s.club, reason=WHY),
)
act(staff.look_at_club, "club", lambda s: staff.look_at_club(staff=s.staff, club=s.club, reason=WHY))
act(games.join_game, "club game", lambda s: games.join_game(game_id=s.game.pk, player=s.bob))
act(
    club_tables.give_up_tables_of_closed_clubs,
    "club game",
    lambda s: club_tables.give_up_tables_of_closed_clubs(),
)
act(delete_account, "club alice", lambda s: delete_account(player=s.alice), "the founder")
act(delete_account, "club dave", lambda s: delete_account(player=s.dave), "who is invited")
