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
from games.services import end_own_vacation, follow_vacation, go_on_vacation, take_turn
from games.tests.clocks import now, set_up, timed_table
from proofs.weaving.register import scene
from proofs.weaving.scenes.people import WHY, staff_called
from ratings.services.excluding import exclude_player, readmit_player
from study import services as study
from upkeep.clock import database_now
from upkeep.concerns import asked_for

WEEK = timedelta(days=7)


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
act(services.rename, "bob name", lambda s: services.rename(player=s.bob, name="Robert"), "of Bob")
act(services.rename, "alice name", lambda s: services.rename(player=s.alice, name="Robert"), "of Alice")
act(services.rename, "bob name", lambda s: services.rename(player=s.bob, name="Bob"), "back")
act(services.give_name, "bob name", lambda s: services.give_name(player=s.bob, name="Rob"))
act(delete_account, "bob", lambda s: delete_account(player=s.bob))
act(delete_account, "alice bob", lambda s: delete_account(player=s.alice), "of Alice")
act(acts.close_account, "bob", lambda s: acts.close_account(staff=s.staff, player=s.bob, reason=WHY))
act(
    acts.reopen_account,
    "bob",
    lambda s: acts.reopen_account(staff=s.staff, player=s.bob, reason=WHY),
    is_refused=True,
)
act(acts.make_staff, "bob", lambda s: acts.make_staff(staff=s.staff, player=s.bob, reason=WHY))
act(acts.end_staff, "other", lambda s: acts.end_staff(staff=s.staff, player=s.other, reason=WHY))
act(
    acts.rename_player,
    "bob name",
    lambda s: acts.rename_player(staff=s.staff, player=s.bob, reason=WHY, name="Rob"),
)
act(acts.change_address, "bob", _change_address)
act(acts.warn_player, "bob", lambda s: acts.warn_player(staff=s.staff, player=s.bob, reason=WHY))
act(
    acts.silence_player, "bob", lambda s: acts.silence_player(staff=s.staff, player=s.bob, reason=WHY, days=3)
)
act(acts.end_silence, "bob", lambda s: acts.end_silence(staff=s.staff, player=s.bob, reason=WHY))
act(
    acts.suspend_player, "bob", lambda s: acts.suspend_player(staff=s.staff, player=s.bob, reason=WHY, days=3)
)
act(acts.end_suspension, "bob", lambda s: acts.end_suspension(staff=s.staff, player=s.bob, reason=WHY))
act(acts.note_on_player, "bob", lambda s: acts.note_on_player(staff=s.staff, player=s.bob, reason=WHY))
act(acts.erase_player, "bob", lambda s: acts.erase_player(staff=s.staff, player=s.bob, reason=WHY))
act(acts.export_for_player, "bob", lambda s: acts.export_for_player(staff=s.staff, player=s.bob, reason=WHY))
act(exclude_player, "bob", lambda s: exclude_player(staff=s.staff, player=s.bob, reason=WHY))
act(
    readmit_player,
    "bob",
    lambda s: readmit_player(staff=s.staff, player=s.bob, reason=WHY),
    is_refused=True,
)
act(quiet, "bob", lambda s: quiet(player=s.alice, other=s.bob, kind="block"))
act(end_quiet, "bob", lambda s: end_quiet(player=s.alice, other=s.bob))
act(services.keep_place_in_guide, "bob", lambda s: services.keep_place_in_guide(player=s.bob, place=3))
act(
    services.save_preferences,
    "bob",
    lambda s: services.save_preferences(
        player=s.bob, time_zone="Europe/Paris", language="fr", palette="standard", stated_strength=""
    ),
)
act(services.choose_language, "bob", lambda s: services.choose_language(player=s.bob, language="fr"))
act(services.switch_mail_off, "bob", lambda s: services.switch_mail_off(player=s.bob, switch="mail_turns"))
act(services.create_guest, "name", lambda s: services.create_guest())
act(services.ensure_bots, "name", lambda s: services.ensure_bots())
act(services.ensure_record_players, "name", lambda s: services.ensure_record_players())
act(
    addresses.confirm_address,
    "bob",
    lambda s: addresses.confirm_address(player=s.bob, address="bob@example.org"),
)
act(
    addresses.address_refused,
    "bob",
    lambda s: addresses.address_refused(player=s.bob, address="bob@example.com"),
)
act(addresses.address_works, "bob", lambda s: addresses.address_works(player=s.bob))
act(
    addresses.remember_address_change,
    "carol",
    lambda s: addresses.remember_address_change(player=s.carol, old="carol@example.com", new="c@example.com"),
)
act(addresses.undo_address_change, "carol", lambda s: addresses.undo_address_change(change=s.change))
act(delete_account, "carol", lambda s: delete_account(player=s.carol), "of Carol")
act(
    addresses.forget_what_was_not_confirmed,
    "late",
    lambda s: addresses.forget_what_was_not_confirmed(),
)
act(
    addresses.confirm_address,
    "late",
    lambda s: addresses.confirm_address(player=s.late, address="late@example.com"),
    "late",
)
act(clearing.clear_expired_sessions, "late", lambda s: clearing.clear_expired_sessions())


@scene
def vacation() -> Scenery:
    """Alice is on vacation, her clock stands, and it is her turn."""
    alice, bob = person("Alice"), person("Bob")
    game = set_up(timed_table(alice, bob, vacation_allowed=True, rated=True))
    go_on_vacation(player=alice, until=database_now() + WEEK)
    follow_vacation(player_id=alice.pk)
    return Scenery(alice=alice, bob=bob, game=now(game), number=now(game).log_number)


act = vacation.act
act(end_own_vacation, "alice game", lambda s: end_own_vacation(player=s.alice))
act(follow_vacation, "alice game", lambda s: follow_vacation(player_id=s.alice.pk))
act(
    take_turn,
    "alice game",
    lambda s: take_turn(
        game_id=s.game.pk, player=s.alice, answers=s.number, key="t", text="pass", confirmed=True
    ),
)
act(
    go_on_vacation,
    "alice game",
    lambda s: go_on_vacation(player=s.alice, until=database_now() + WEEK),
    is_refused=True,
)
act(delete_account, "alice game", lambda s: delete_account(player=s.alice))


@scene
def lines_that_are_kept() -> Scenery:
    """Alice keeps one of a game that is over."""
    alice, bob = person("Alice"), person("Bob")
    game = set_up(timed_table(alice, bob))
    from games.services import resign

    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    line = study.keep_line(owner=alice, game=now(game), number=2, turns=["pass"])
    return Scenery(alice=alice, bob=bob, game=now(game), line=line)


act = lines_that_are_kept.act
act(
    study.keep_line,
    "line",
    lambda s: study.keep_line(owner=s.alice, game=s.game, number=2, turns=["pass", "pass"]),
)
act(
    study.extend_line,
    "line",
    lambda s: study.extend_line(owner=s.alice, line_id=s.line.pk, turns=["pass", "pass"]),
)
act(study.rename_line, "line", lambda s: study.rename_line(owner=s.alice, line_id=s.line.pk, name="Best"))
act(study.delete_line, "line", lambda s: study.delete_line(owner=s.alice, line_id=s.line.pk))
act(study.share_line, "line", lambda s: study.share_line(owner=s.alice, line_id=s.line.pk))
act(study.withdraw_line, "line", lambda s: study.withdraw_line(owner=s.alice, line_id=s.line.pk))
act(delete_account, "line", lambda s: delete_account(player=s.alice))
