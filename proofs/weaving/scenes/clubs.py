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
from proofs.weaving.register import scene, the
from proofs.weaving.scenes.people import staff_called


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
act(founding.found_club, "alice", "of Alice", player=the.alice, name="Lyra")
act(founding.found_club, "eve", "of Eve", player=the.eve, name="Lyra")
act(founding.change_club, "club", player=the.bob, name="Orion's Belt", about="", joining="invited")
act(founding.write_news, "club", player=the.bob, news="News.")
act(founding.close_club, "club", player=the.alice)
act(joining.invite_to_club, "club eve", player=the.bob, invited=the.eve)
act(joining.withdraw_club_invitation, "club", player=the.alice)
act(joining.accept_club_invitation, "club dave", player=the.dave)
act(joining.decline_club_invitation, "club", player=the.dave)
act(joining.join_club, "club eve", player=the.eve)
act(members.leave_club, "club", "the founder", player=the.alice)
act(members.leave_club, "club", "a member", player=the.carol)
act(members.remove_member, "club", player=the.alice, member=the.bob)
act(members.make_officer, "club", player=the.alice, member=the.carol)
act(members.end_officer, "club", player=the.alice, member=the.bob)
act(members.hand_over, "club", player=the.alice, member=the.bob)
act(members.leave_all_clubs, "club", player=the.alice)
act(reporting.report_club, "club", player=the.eve)
act(staff.rename_club, "club", name="Vega")
act(staff.clear_club, "club")
act(staff.close_club_as_staff, "club")
act(staff.settle_club_reports, "club")
act(staff.look_at_club, "club")
act(games.join_game, "club game", player=the.bob)
act(club_tables.give_up_tables_of_closed_clubs, "club game")
act(delete_account, "club alice", "the founder", player=the.alice)
act(delete_account, "club dave", "who is invited", player=the.dave)
