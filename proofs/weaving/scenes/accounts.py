"""Accounts: a person whom staff are busy with, and who is about to leave; an address that was changed; lines
that somebody keeps."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace as Scenery

from accounts import addresses, clearing, services
from accounts.deletion import delete_account
from accounts.models import Player
from accounts.quiet import end_quiet, quiet
from accounts.staff import acts
from accounts.tests.cast import person
from games.services import end_own_vacation, follow_vacation, go_on_vacation, resign, take_turn
from games.tests.clocks import now, set_up, timed_table
from proofs.weaving.register import WHY, scene, the
from proofs.weaving.scenes.people import staff_called
from ratings.services.excluding import exclude_player, readmit_player
from study import services as study
from upkeep.clock import database_now
from upkeep.concerns import asked_for


@scene
def account() -> Scenery:
    """Bob's: suspended, silenced, with a former name; Alice and Carol are there beside him."""
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    staff, other = staff_called("Staff"), staff_called("Other")
    acts.suspend_player(staff=staff, player=bob, reason=WHY, days=3)
    acts.silence_player(staff=staff, player=bob, reason=WHY, days=3)
    services.rename(player=bob, name="Bobby")
    change = addresses.remember_address_change(player=carol, old="old@example.com", new="carol@example.com")
    late = person("Late")
    Player.objects.filter(pk=late.pk).update(unconfirmed_since=database_now() - timedelta(days=9))
    bob.refresh_from_db()
    return Scenery(alice=alice, bob=bob, carol=carol, staff=staff, other=other, change=change, late=late)


def _change_address(s: Scenery) -> object:
    with asked_for(s.other):
        return acts.change_address(staff=s.staff, player=s.bob, reason=WHY, address="new@example.com")


act = account.act
act(services.rename, "bob name", "of Bob", player=the.bob, name="Robert")
act(services.rename, "alice name", "of Alice", player=the.alice, name="Robert")
act(services.rename, "bob name", "back", player=the.bob, name="Bob")
act(services.give_name, "bob name", player=the.bob, name="Rob")
act(delete_account, "bob", player=the.bob)
act(delete_account, "alice bob", "of Alice", player=the.alice)
act(acts.close_account, "bob", player=the.bob)
act(acts.reopen_account, "bob", is_refused=True, player=the.bob)
act(acts.make_staff, "bob", player=the.bob)
act(acts.end_staff, "other", player=the.other)
act(acts.rename_player, "bob name", player=the.bob, name="Rob")
act(acts.change_address, "bob", call=_change_address)
act(acts.warn_player, "bob", player=the.bob)
act(acts.silence_player, "bob", player=the.bob, days=3)
act(acts.end_silence, "bob", player=the.bob)
act(acts.suspend_player, "bob", player=the.bob, days=3)
act(acts.end_suspension, "bob", player=the.bob)
act(acts.note_on_player, "bob", player=the.bob)
act(acts.erase_player, "bob", player=the.bob)
act(acts.export_for_player, "bob", player=the.bob)
act(exclude_player, "bob", player=the.bob)
act(readmit_player, "bob", is_refused=True, player=the.bob)
act(quiet, "bob", player=the.alice, other=the.bob, kind="block")
act(end_quiet, "bob", player=the.alice, other=the.bob)
act(services.keep_place_in_guide, "bob", player=the.bob, place=3)
saved = {"time_zone": "Europe/Paris", "language": "fr", "palette": "standard", "stated_strength": ""}
act(services.save_preferences, "bob", player=the.bob, **saved)
act(services.choose_language, "bob", player=the.bob, language="fr")
act(services.switch_mail_off, "bob", player=the.bob, switch="mail_turns")
act(services.create_guest, "name")
act(services.ensure_bots, "name")
act(services.ensure_record_players, "name")
act(addresses.confirm_address, "bob", player=the.bob, address="bob@example.org")
act(addresses.address_refused, "bob", player=the.bob, address="bob@example.com")
act(addresses.address_works, "bob", player=the.bob)
act(
    addresses.remember_address_change, "carol", player=the.carol, old="carol@example.com", new="c@example.com"
)
act(addresses.undo_address_change, "carol")
act(delete_account, "carol", "of Carol", player=the.carol)
act(addresses.forget_what_was_not_confirmed, "late")
act(addresses.confirm_address, "late", "late", player=the.late, address="late@example.com")
act(clearing.clear_expired_sessions, "late")


@scene
def vacation() -> Scenery:
    """Alice is on vacation, her clock stands, and it is her turn."""
    alice, bob = person("Alice"), person("Bob")
    game = set_up(timed_table(alice, bob, vacation_allowed=True, rated=True))
    until = database_now() + timedelta(days=7)
    go_on_vacation(player=alice, until=until)
    follow_vacation(player_id=alice.pk)
    return Scenery(alice=alice, bob=bob, game=now(game), number=now(game).log_number, until=until)


act = vacation.act
act(end_own_vacation, "alice game", player=the.alice)
act(follow_vacation, "alice game", player_id=the.alice.pk)
act(take_turn, "alice game", player=the.alice, answers=the.number, key="t", text="pass", confirmed=True)
act(go_on_vacation, "alice game", is_refused=True, player=the.alice)
act(delete_account, "alice game", player=the.alice)


@scene
def lines_that_are_kept() -> Scenery:
    """Alice keeps one of a game that is over."""
    alice, bob = person("Alice"), person("Bob")
    game = set_up(timed_table(alice, bob))
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    line = study.keep_line(owner=alice, game=now(game), number=2, turns=["pass"])
    return Scenery(alice=alice, bob=bob, game=now(game), line=line)


act = lines_that_are_kept.act
act(study.keep_line, "line", owner=the.alice, game=the.game, number=2, turns=["pass", "pass"])
act(study.extend_line, "line", owner=the.alice, turns=["pass", "pass"])
act(study.rename_line, "line", owner=the.alice, name="Best")
act(study.delete_line, "line", owner=the.alice)
act(study.share_line, "line", owner=the.alice)
act(study.withdraw_line, "line", owner=the.alice)
act(delete_account, "line", player=the.alice)
