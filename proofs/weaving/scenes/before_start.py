"""Tables before their start: one that is open, one that is full and whose players confirm, one of a guest."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace as Scenery

from accounts.clearing import forget_guest
from accounts.deletion import delete_account
from accounts.models import Player
from accounts.quiet import end_quiet, quiet
from accounts.services import create_guest, ensure_bots, keep_guest
from accounts.tests.cast import person
from bots.levels import FIRST
from games import services
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms, Handicap
from games.models import Game, Invitation
from games.services import SeatWish, clearing, ready_check
from games.tests.clocks import now
from games.tests.seating import BINARY, new_game
from homeworlds.rules import Preset, Variant, preset_rules
from proofs.weaving.register import scene, the
from upkeep.clock import database_now

THREE = preset_rules(Preset.MODERN, Variant.LAST_CAPTAIN_STANDING)


@scene
def table_that_waits() -> Scenery:
    """Of three: Alice has made it, Bob sits there, and the third seat is kept for Carol; another, of two, is
    open to all, and by the time it should have been given up."""
    alice, bob, carol, dave = (person(name) for name in ("Alice", "Bob", "Carol", "Dave"))
    ensure_bots()
    game = new_game(alice, SeatWish(player=bob), SeatWish(invited=carol), rules=THREE)
    duel = new_game(alice)
    invitation = Invitation.objects.get()
    Game.objects.filter(pk=duel.pk).update(expires_at=database_now() - timedelta(minutes=1))
    wished = [SeatWish(player=alice), SeatWish()]
    return Scenery(
        alice=alice, bob=bob, carol=carol, dave=dave, game=now(game), bobs=game.seats.get(player=bob),
        duel=now(duel), free=duel.seats.get(player=None), invitation=invitation, wished=wished,
    )  # fmt: skip


def _other_terms(s: Scenery, game: Game) -> object:
    return services.change_terms(
        game_id=game.pk,
        player=s.alice,
        shown=game.terms_number,
        terms=GameTerms(clock=PACES["slow"], rated=False),
        handicaps=[Handicap.of(seat) for seat in game.seats.order_by("pk")],
    )


act = table_that_waits.act
act(services.join_game, "duel dave", "of Dave", game_id=the.duel.pk, player=the.dave)
act(services.join_game, "duel", "of Bob", game_id=the.duel.pk, player=the.bob)
act(services.cancel_game, "duel", game_id=the.duel.pk, player=the.alice)
act(services.give_up_expired_games, "duel")
free = {"game_id": the.duel.pk, "seat_id": the.free.pk}
act(services.invite, "duel dave", player=the.alice, invited=the.dave, **free)
act(services.let_bot_sit_in, "duel", player=the.alice, level=FIRST, **free)
act(services.change_terms, "duel", "of two", call=lambda s: _other_terms(s, s.duel))
act(services.leave_game, "game", player=the.bob)
act(services.remove_player, "game", player=the.alice, seat_id=the.bobs.pk)
act(services.cancel_game, "game", "of three", player=the.alice)
act(services.change_terms, "game", "of three", call=lambda s: _other_terms(s, s.game))
act(services.accept_invitation, "game carol", player=the.carol, terms=1)
act(services.join_game, "game carol", "of Carol", player=the.carol)
act(services.decline_invitation, "game", player=the.carol)
act(services.withdraw_invitation, "game", player=the.alice, seat_id=the.invitation.seat_id)
act(clearing.clear_invitations, "game")
act(quiet, "dave duel", player=the.alice, other=the.dave, kind="block")
act(end_quiet, "dave duel", player=the.alice, other=the.dave)
act(delete_account, "carol game", player=the.carol)
act(services.create_game, "alice new", creator=the.alice, rules=BINARY, seats=the.wished, key="once")


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
    carols = game.seats.get(player=carol)
    return Scenery(alice=alice, bob=bob, carols=carols, dave=dave, game=now(game))


act = full_table.act
act(services.agree_to_terms, "game", player=the.bob, terms=1)
act(ready_check.reopen_seats, "game")
act(services.leave_game, "game", player=the.bob)
act(services.remove_player, "game", player=the.alice, seat_id=the.carols.pk)
act(services.join_game, "game", is_refused=True, player=the.dave)
act(services.cancel_game, "game", player=the.alice)
act(services.change_terms, "game", call=lambda s: _other_terms(s, s.game))
act(services.give_up_expired_games, "game")


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
act(services.accept_invitation, "game guest", invitation_id=the.link.pk, player=the.guest, terms=1)
act(services.withdraw_invitation, "game", player=the.alice, seat_id=the.link.seat_id)
act(services.cancel_game, "game", player=the.alice)
act(keep_guest, "guest", name="Gwen", password="nine large pyramids")
act(clearing.clear_gone_guests, "guest game")
act(forget_guest, "guest game", guest=the.old)
