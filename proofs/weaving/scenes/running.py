"""Games that run: between two, one whose clock has run out, one with a seat adrift, one with bots; and one
that is over."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace as Scenery

from django.db.models import F

from accounts.deletion import delete_account
from accounts.selectors import bots_of_level
from accounts.services import ensure_bots
from accounts.staff.acts import suspend_player
from accounts.tests.cast import person
from games import services
from games.clocks.absence import PASSED_ONCE_IN
from games.log.results import FURTHER_TURNS
from games.models import Game, Leaver, Room, TalkMessage
from games.services import bot_turns, leaving, looking, seat_names, talk
from games.services.clocks import absence, reliability, sweeping, undoing, volunteers
from games.services.clocks.playing_on import play_on
from games.services.deciding import decide_game, extend_clock, resign_for
from games.services.hindsight import analysis, marks
from games.tests.clocks import now, set_up, time_passes, timed_table
from games.tests.play import play_turn
from games.tests.seating import new_game
from notices.models import Notice
from notices.outbox import claim_next
from notices.sending import send_notice
from notices.services import mute
from proofs.weaving.register import WHY, The, scene, the
from proofs.weaving.scenes.people import staff_called
from ratings.services.excluding import exclude_player
from ratings.services.recomputing import recompute_ratings
from ratings.tallies import count_results
from study.services import keep_line
from upkeep.clock import database_now
from upkeep.models import Heartbeat, Outage
from upkeep.timekeeping import beats

DAY = timedelta(days=1)


def _table_of_two(**terms: object) -> Scenery:
    """Alice is to move; Bob has just made his turn, offers a draw and wants a pause, and has said
    something."""
    alice, bob, staff = person("Alice"), person("Bob"), staff_called("Staff")
    game = set_up(timed_table(alice, bob, **{"rated": True, "vacation_allowed": True, **terms}))
    for _ in range(FURTHER_TURNS):
        play_turn(game, "pass")
    game = now(game)
    return Scenery(alice=alice, bob=bob, staff=staff, game=game, number=game.log_number)


TURN = {"player": the.alice, "answers": the.number, "key": "t", "text": "pass", "confirmed": True}
RESIGN = {"player": the.bob, "key": "r", "confirmed": True}


@scene
def game_of_two() -> Scenery:
    s = _table_of_two()
    services.say(game_id=s.game.pk, player=s.bob, room=Room.PLAYERS, text="Good luck!", key="s")
    s.message = TalkMessage.objects.get()
    services.agree_to_draw(game_id=s.game.pk, player=s.bob, answers=s.number, key="o")
    services.consent(game_id=s.game.pk, player=s.bob, matter="pause")
    s.seen, s.until = {Room.PLAYERS: s.message.pk}, database_now() + timedelta(days=7)
    return s


act = game_of_two.act
act(services.take_turn, "game", **TURN)
act(services.resign, "game", **RESIGN)
act(services.take_back, "game", player=the.bob, answers=the.number, key="b")
act(services.agree_to_draw, "game", player=the.alice, answers=the.number, key="d", accepting=True)
act(services.withdraw_draw, "game", player=the.bob)
act(services.claim_repetition, "game", is_refused=True, player=the.bob, answers=the.number, key="c")
act(services.give_time, "game", player=the.bob, key="g")
act(services.consent, "game", player=the.alice, matter="pause")
act(services.dissent, "game", player=the.alice, matter="pause")
act(services.pause_game, "game", by=the.staff)
act(services.go_on_vacation, "alice game", player=the.alice)
act(services.follow_vacation, "alice game", player_id=the.alice.pk)
act(services.follow_vacations, "alice game")
act(sweeping.sweep_clocks, "game")
act(services.open_table, "game", player=the.alice)
as_it_stands = {"game": The(lambda s: now(s.game)), "seat": The(lambda s: s.game.seats.get(player=s.alice))}
act(services.keep_half_made, "game", query="turn=pass", **as_it_stands)
act(services.tidy_map, "game", player=the.alice)
act(services.undo_tidying, "game", player=the.alice)
act(services.write_note, "note", player=the.alice, text="Watch the bank.", answers=0)
act(services.say, "game", player=the.alice, room=Room.PLAYERS, text="Hello", key="m")
act(services.see_talk, "talk", player=the.alice, last_seen=the.seen)
act(services.report_message, "talk", player=the.alice)
act(talk.hide_message, "talk")
act(talk.show_message, "talk")
act(talk.settle_reports, "talk")
act(resign_for, "game", seat=0)
act(decide_game, "game", winners=[1])
act(extend_clock, "game", hours=1)
act(looking.look_as_staff, "game")
act(seat_names.call_seat, "game", player=the.bob, old="Bob")
act(keep_line, "line", owner=the.alice, game=the.game, number=the.number, turns=["pass"])
act(mute, "notice", player=the.alice, key=the.game.public_id)
act(delete_account, "bob game", player=the.bob)
act(suspend_player, "bob", player=the.bob, days=3)
act(recompute_ratings, "game", write=True)
act(count_results, "game", write=True)
act(reliability.recount_due, "game")
act(exclude_player, "bob game", player=the.bob)


@scene
def game_that_is_paused() -> Scenery:
    s = _table_of_two()
    services.pause_game(game_id=s.game.pk, by=s.staff, reason=WHY)
    s.game = now(s.game)
    s.number = s.game.log_number
    return s


act = game_that_is_paused.act
act(services.resume_game, "game", by=the.staff)
act(services.take_turn, "game", **TURN)
act(services.resign, "game", **RESIGN)
act(services.consent, "game", player=the.alice, matter="resume")
act(services.give_time, "game", player=the.bob, key="g")
act(sweeping.sweep_clocks, "game")


@scene
def game_whose_clock_has_run_out() -> Scenery:
    s = _table_of_two(vacation_allowed=False)
    time_passes(s.game, s.game.due_at - s.game.clock_since + timedelta(seconds=5))
    s.game = now(s.game)
    beats.beat()
    return s


act = game_whose_clock_has_run_out.act
act(sweeping.sweep_clocks, "game")
act(sweeping.settle_clock, "game", sweep_at=the.game.sweep_at)
act(services.take_turn, "game", **TURN)
act(services.resign, "game", **RESIGN)
act(services.give_time, "game", player=the.bob, key="g")
act(extend_clock, "game", hours=1)
act(services.pause_game, "game", by=the.staff)
act(beats.beat, "game")


@scene
def game_after_outages() -> Scenery:
    """One is written down, and another is just over, which nobody has seen yet."""
    s = _table_of_two(vacation_allowed=False)
    for _ in range(2):
        beats.beat()
        Heartbeat.objects.update(at=F("at") - timedelta(minutes=10))
    s.outage = Outage.objects.get()
    s.game = now(s.game)
    return s


act = game_after_outages.act
act(beats.beat, "game")
act(beats.accept_clock, "game", is_refused=True)
act(beats.take_outage_back, "game")
act(sweeping.sweep_clocks, "game")
act(services.take_turn, "game", **TURN)
act(services.resign, "game", **RESIGN)
act(services.give_time, "game", player=the.bob, key="g")
act(extend_clock, "game", hours=1)
act(services.pause_game, "game", by=the.staff)


FALLS = {"since": The(lambda _s: database_now() - DAY), "until": The(lambda _s: database_now() + DAY)}


@scene
def game_that_is_over() -> Scenery:
    """Alice has lost on time."""
    s = _table_of_two(vacation_allowed=False)
    time_passes(s.game, s.game.due_at - s.game.clock_since + timedelta(seconds=5))
    sweeping.sweep_clocks()
    s.game = now(s.game)
    services.ask_for_analysis(game_id=s.game.pk, player=s.bob)
    return s


act = game_that_is_over.act
act(undoing.undo_falls, "game", **FALLS)
act(play_on, "game", player=the.bob)
act(services.ask_rematch, "game", "of Alice", player=the.alice)
act(services.ask_rematch, "game", "of Bob", player=the.bob)
act(decide_game, "game", winners=[0])
act(decide_game, "game", "as void")
act(services.ask_for_analysis, "game", player=the.alice)
act(services.analyse_game, "game", checked=0)
act(analysis.analyse_whole_game, "game")
act(services.mark_game, "game", checked=0)
act(marks.mark_whole_game, "game")
act(seat_names.call_seat, "game", player=the.bob, old="Bob")
act(analysis.claim_analysis, "game")
act(marks.claim_marking, "game")
act(reliability.recount_due, "game")
act(reliability.count_reliability, "game", write=True)
act(recompute_ratings, "game", write=True)
act(count_results, "game", write=True)
act(exclude_player, "game", player=the.bob)
act(delete_account, "game", player=the.bob)


@scene
def game_that_may_be_played_on() -> Scenery:
    """Bob has offered it."""
    s = game_that_is_over.build()
    play_on(game_id=s.game.pk, player=s.bob)
    return s


act = game_that_may_be_played_on.act
act(play_on, "game", "accepted", player=the.alice)
act(play_on, "game", "offered again", player=the.bob)
act(undoing.undo_falls, "game", **FALLS)
act(decide_game, "game", winners=[0])
act(services.ask_rematch, "game", player=the.alice)
act(services.mark_game, "game", checked=0)
act(reliability.recount_due, "game")
act(delete_account, "game", player=the.bob)


@scene
def rematch_that_waits() -> Scenery:
    """Bob has asked for it."""
    s = _table_of_two(vacation_allowed=False)
    services.resign(game_id=s.game.pk, player=s.alice, key="r", confirmed=True)
    s.rematch = services.ask_rematch(game_id=s.game.pk, player=s.bob)
    return s


act = rematch_that_waits.act
act(services.ask_rematch, "game", player=the.alice)
act(services.cancel_game, "game", game_id=the.rematch.pk, player=the.bob)
act(services.leave_game, "game", game_id=the.rematch.pk, player=the.bob)


@scene
def game_with_a_seat_adrift() -> Scenery:
    """Of three, Carol is to move, who has set up and stayed away; her turn may be passed. Dave volunteers."""
    alice, bob, carol, dave = (person(name) for name in ("Alice", "Bob", "Carol", "Dave"))
    game = set_up(timed_table(carol, alice, bob, excuses=0, rated=True))
    time_passes(game, game.due_at - game.clock_since + timedelta(seconds=5))
    sweeping.sweep_clocks()
    time_passes(game, PASSED_ONCE_IN)
    Game.objects.filter(pk=game.pk).update(bot_due_at=database_now() - timedelta(minutes=1))
    dave.mail_open_seats = True
    dave.save()
    game = now(game)
    return Scenery(alice=alice, bob=bob, carol=carol, dave=dave, game=game, number=game.log_number)


act = game_with_a_seat_adrift.act
act(volunteers.call_for_substitute, "game notice", seat=0)
act(volunteers.call_for_substitutes, "game notice")
act(absence.pass_adrift, "game")
act(services.play_bot, "game")
act(bot_turns.claim_awaited, "game")
act(services.come_back, "game", player=the.carol, key="c")
act(services.substitute, "game", seat=0, player=the.dave, key="s")
act(services.resign, "game", **RESIGN)
act(services.agree_to_draw, "game", player=the.bob, answers=the.number, key="d")
act(undoing.undo_falls, "game", **FALLS)
act(sweeping.sweep_clocks, "game")
act(delete_account, "game carol", player=the.carol)


@scene
def game_with_a_bot() -> Scenery:
    """The bot is to answer Alice's turn."""
    ensure_bots()
    alice, staff = person("Alice"), staff_called("Staff")
    game = timed_table(alice, bots_of_level("cadet")[0])
    play_turn(game, "homeworld G3 B1 Y3")
    game = now(game)
    Game.objects.filter(pk=game.pk).update(bot_due_at=database_now() - timedelta(minutes=1))
    return Scenery(alice=alice, staff=staff, game=now(game), number=game.log_number)


act = game_with_a_bot.act
act(services.play_bot, "game")
act(bot_turns.claim_awaited, "game")
act(services.take_back, "game", player=the.alice, answers=the.number, key="b")
act(services.resign, "game", player=the.alice, key="r", confirmed=True)
act(services.agree_to_draw, "game", player=the.alice, answers=the.number, key="d")
act(decide_game, "game", winners=[0])


@scene
def player_who_has_left() -> Scenery:
    """Bob has deleted his account; his game runs, and a table waits for others."""
    s = _table_of_two()
    s.waiting = new_game(s.bob)
    delete_account(player=s.bob)
    s.leaver = Leaver.objects.get()
    Leaver.objects.update(due_at=database_now())
    s.carol = person("Carol")
    return s


act = player_who_has_left.act
act(leaving.settle_leaver, "game waiting")
act(leaving.settle_overdue_leavers, "game waiting")
act(services.take_turn, "game", **TURN)
act(services.join_game, "waiting", game_id=the.waiting.pk, player=the.carol)
act(sweeping.sweep_clocks, "game")


@scene
def notices_that_wait() -> Scenery:
    s = _table_of_two()
    Notice.objects.update(due_at=database_now() - timedelta(minutes=1))
    s.notice = Notice.objects.filter(due_at__isnull=False).order_by("pk").last()
    return s


act = notices_that_wait.act
act(send_notice, "notice", tries=the.notice.tries)
act(claim_next, "notice")
act(mute, "notice", player=the.notice.player, key=the.game.public_id)
act(services.take_turn, "notice game", **TURN)
act(services.take_back, "notice game", player=the.bob, answers=the.number, key="b")
act(delete_account, "notice", player=the.notice.player)
