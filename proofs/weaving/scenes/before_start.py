"""Tables before their start: one that is open, one that is full and whose players confirm, one of a guest."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace as Scenery

from accounts.clearing import forget_guest
from accounts.deletion import delete_account
from accounts.models import Player
from accounts.quiet import end_quiet, quiet
from accounts.services import create_guest, keep_guest
from accounts.tests.cast import person
from games import services
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms, Handicap
from games.models import Game, Invitation
from games.services import SeatWish, clearing, ready_check
from games.tests.clocks import now
from games.tests.seating import BINARY, new_game
from homeworlds.rules import Preset, Variant, preset_rules
from proofs.weaving.register import scene
from upkeep.clock import database_now

THREE = preset_rules(Preset.MODERN, Variant.LAST_CAPTAIN_STANDING)


@scene
def table_that_waits() -> Scenery:
    """Of three: Alice has made it, Bob sits there, and the third seat is kept for Carol; another, of two, is
    open to all, and by the time it should have been given up."""
    alice, bob, carol, dave = (person(name) for name in ("Alice", "Bob", "Carol", "Dave"))
    game = new_game(alice, SeatWish(player=bob), SeatWish(invited=carol), rules=THREE)
    duel = new_game(alice)
    invitation = Invitation.objects.get()
    Game.objects.filter(pk=duel.pk).update(expires_at=database_now() - timedelta(minutes=1))
    free = duel.seats.get(player=None)
    return Scenery(
        alice=alice,
        bob=bob,
        carol=carol,
        dave=dave,
        game=now(game),
        duel=now(duel),
        free=free,
        invitation=invitation,
    )


def _other_terms(s: Scenery, game: Game) -> object:
    return services.change_terms(
        game_id=game.pk,
        player=s.alice,
        shown=game.terms_number,
        terms=GameTerms(clock=PACES["slow"], rated=False),
        handicaps=[Handicap.of(seat) for seat in game.seats.order_by("pk")],
    )


act = table_that_waits.act
act(
    services.join_game, "duel dave", lambda s: services.join_game(game_id=s.duel.pk, player=s.dave), "of Dave"
)
act(services.join_game, "duel", lambda s: services.join_game(game_id=s.duel.pk, player=s.bob), "of Bob")
act(services.cancel_game, "duel", lambda s: services.cancel_game(game_id=s.duel.pk, player=s.alice))
act(services.give_up_expired_games, "duel", lambda s: services.give_up_expired_games())
act(
    services.invite,
    "duel dave",
    lambda s: services.invite(game_id=s.duel.pk, player=s.alice, seat_id=s.free.pk, invited=s.dave),
)
act(services.change_terms, "duel", lambda s: _other_terms(s, s.duel), "of two")
act(services.leave_game, "game", lambda s: services.leave_game(game_id=s.game.pk, player=s.bob))
act(
    services.remove_player,
    "game",
    lambda s: services.remove_player(
        game_id=s.game.pk, player=s.alice, seat_id=s.game.seats.get(player=s.bob).pk
    ),
)
act(
    services.cancel_game,
    "game",
    lambda s: services.cancel_game(game_id=s.game.pk, player=s.alice),
    "of three",
)
act(services.change_terms, "game", lambda s: _other_terms(s, s.game), "of three")
act(
    services.accept_invitation,
    "game carol",
    lambda s: services.accept_invitation(invitation_id=s.invitation.pk, player=s.carol, terms=1),
)
act(
    services.join_game,
    "game carol",
    lambda s: services.join_game(game_id=s.game.pk, player=s.carol),
    "of Carol",
)
act(
    services.decline_invitation,
    "game",
    lambda s: services.decline_invitation(invitation_id=s.invitation.pk, player=s.carol),
)
act(
    services.withdraw_invitation,
    "game",
    lambda s: services.withdraw_invitation(game_id=s.game.pk, player=s.alice, seat_id=s.invitation.seat_id),
)
act(clearing.clear_invitations, "game", lambda s: clearing.clear_invitations())
act(quiet, "dave duel", lambda s: quiet(player=s.alice, other=s.dave, kind="block"))
act(end_quiet, "dave duel", lambda s: end_quiet(player=s.alice, other=s.dave))
act(delete_account, "carol game", lambda s: delete_account(player=s.carol))
act(
    services.create_game,
    "alice new",
    lambda s: services.create_game(
        creator=s.alice, rules=BINARY, seats=[SeatWish(player=s.alice), SeatWish()], key="once"
    ),
)


@scene
def full_table() -> Scenery:
    """Alice, Bob and Carol; Carol came last, the others have not confirmed, and the time for it is over."""
    alice, bob, carol, dave = (person(name) for name in ("Alice", "Bob", "Carol", "Dave"))
    game = new_game(
        alice, SeatWish(), SeatWish(), rules=THREE, terms=GameTerms(clock=PACES["normal"], rated=True)
    )
    for player in (bob, carol):
        services.join_game(game_id=game.pk, player=player)
    services.agree_to_terms(game_id=game.pk, player=alice, terms=1)
    Game.objects.filter(pk=game.pk).update(musters_until=database_now() - timedelta(minutes=1))
    return Scenery(alice=alice, bob=bob, carol=carol, dave=dave, game=now(game))


act = full_table.act
act(
    services.agree_to_terms,
    "game",
    lambda s: services.agree_to_terms(game_id=s.game.pk, player=s.bob, terms=1),
)
act(ready_check.reopen_seats, "game", lambda s: ready_check.reopen_seats())
act(services.leave_game, "game", lambda s: services.leave_game(game_id=s.game.pk, player=s.bob))
act(
    services.remove_player,
    "game",
    lambda s: services.remove_player(
        game_id=s.game.pk, player=s.alice, seat_id=s.game.seats.get(player=s.carol).pk
    ),
)
act(
    services.join_game,
    "game",
    lambda s: services.join_game(game_id=s.game.pk, player=s.dave),
    is_refused=True,
)
act(services.cancel_game, "game", lambda s: services.cancel_game(game_id=s.game.pk, player=s.alice))
act(services.change_terms, "game", lambda s: _other_terms(s, s.game))
act(services.give_up_expired_games, "game", lambda s: services.give_up_expired_games())


@scene
def guest_at_a_table() -> Scenery:
    """Who has a link, and a guest who has not been there for long."""
    alice = person("Alice")
    guest = create_guest()
    game = new_game(alice, SeatWish(by_link=True), terms=GameTerms(rated=False))
    old = create_guest()
    Player.objects.filter(pk=old.pk).update(date_joined=database_now() - timedelta(days=400))
    link = Invitation.objects.get()
    return Scenery(alice=alice, guest=guest, old=old, game=now(game), link=link)


act = guest_at_a_table.act
act(
    services.accept_invitation,
    "game guest",
    lambda s: services.accept_invitation(invitation_id=s.link.pk, player=s.guest, terms=1),
)
act(
    services.withdraw_invitation,
    "game",
    lambda s: services.withdraw_invitation(game_id=s.game.pk, player=s.alice, seat_id=s.link.seat_id),
)
act(services.cancel_game, "game", lambda s: services.cancel_game(game_id=s.game.pk, player=s.alice))
act(
    keep_guest,
    "guest",
    lambda s: keep_guest(guest=s.guest, name="Gwen", password="nine large pyramids"),
)
act(clearing.clear_gone_guests, "guest game", lambda s: clearing.clear_gone_guests())
act(forget_guest, "guest game", lambda s: forget_guest(guest=s.old))
