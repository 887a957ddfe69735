"""Games that run: between two, one whose clock has run out, one with a seat adrift, one with bots; and one
that is over."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace as Scenery

from django.db.models import F

from accounts.deletion import delete_account
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
from notices.models import Notice
from notices.outbox import claim_next
from notices.sending import send_notice
from notices.services import mute
from proofs.weaving.register import scene
from proofs.weaving.scenes.people import WHY, staff_called
from ratings.services.excluding import exclude_player
from ratings.services.recomputing import recompute_ratings
from ratings.tallies import count_results
from study.services import keep_line
from upkeep.clock import database_now
from upkeep.models import Heartbeat, Outage
from upkeep.timekeeping import beats

WEEK = timedelta(days=7)


def _table_of_two(**terms: object) -> Scenery:
    """Alice is to move; Bob has just made his turn, offers a draw and wants a pause, and has said
    something."""
    alice, bob, staff = person("Alice"), person("Bob"), staff_called("Staff")
    game = set_up(timed_table(alice, bob, **{"rated": True, "vacation_allowed": True, **terms}))
    for _ in range(FURTHER_TURNS):
        play_turn(game, "pass")
    game = now(game)
    return Scenery(alice=alice, bob=bob, staff=staff, game=game, number=game.log_number)


def _turn(s: Scenery) -> object:
    return services.take_turn(
        game_id=s.game.pk, player=s.alice, answers=s.number, key="t", text="pass", confirmed=True
    )


def _resign(s: Scenery) -> object:
    return services.resign(game_id=s.game.pk, player=s.bob, key="r", confirmed=True)


@scene
def game_of_two() -> Scenery:
    s = _table_of_two()
    services.say(game_id=s.game.pk, player=s.bob, room=Room.PLAYERS, text="Good luck!", key="s")
    s.message = TalkMessage.objects.get()
    services.agree_to_draw(game_id=s.game.pk, player=s.bob, answers=s.number, key="o")
    services.consent(game_id=s.game.pk, player=s.bob, matter="pause")
    return s


act = game_of_two.act
act(services.take_turn, "game", _turn)
act(services.resign, "game", _resign)
act(
    services.take_back,
    "game",
    lambda s: services.take_back(game_id=s.game.pk, player=s.bob, answers=s.number, key="b"),
)
act(
    services.agree_to_draw,
    "game",
    lambda s: services.agree_to_draw(
        game_id=s.game.pk, player=s.alice, answers=s.number, key="d", accepting=True
    ),
)
act(services.withdraw_draw, "game", lambda s: services.withdraw_draw(game_id=s.game.pk, player=s.bob))
act(
    services.claim_repetition,
    "game",
    lambda s: services.claim_repetition(game_id=s.game.pk, player=s.bob, answers=s.number, key="c"),
    is_refused=True,
)
act(services.give_time, "game", lambda s: services.give_time(game_id=s.game.pk, player=s.bob, key="g"))
act(services.consent, "game", lambda s: services.consent(game_id=s.game.pk, player=s.alice, matter="pause"))
act(services.dissent, "game", lambda s: services.dissent(game_id=s.game.pk, player=s.alice, matter="pause"))
act(services.pause_game, "game", lambda s: services.pause_game(game_id=s.game.pk, by=s.staff, reason=WHY))
act(
    services.go_on_vacation,
    "alice game",
    lambda s: services.go_on_vacation(player=s.alice, until=database_now() + WEEK),
)
act(services.follow_vacation, "alice game", lambda s: services.follow_vacation(player_id=s.alice.pk))
act(services.follow_vacations, "alice game", lambda s: services.follow_vacations())
act(sweeping.sweep_clocks, "game", lambda s: sweeping.sweep_clocks())
act(services.open_table, "game", lambda s: services.open_table(game_id=s.game.pk, player=s.alice))
act(
    services.keep_half_made,
    "game",
    lambda s: services.keep_half_made(
        game=Game.objects.get(pk=s.game.pk), seat=s.game.seats.get(player=s.alice), query="turn=pass"
    ),
)
act(services.tidy_map, "game", lambda s: services.tidy_map(game_id=s.game.pk, player=s.alice))
act(services.undo_tidying, "game", lambda s: services.undo_tidying(game_id=s.game.pk, player=s.alice))
act(
    services.write_note,
    "note",
    lambda s: services.write_note(game=s.game, player=s.alice, text="Watch the bank.", answers=0),
)
act(
    services.say,
    "game",
    lambda s: services.say(game_id=s.game.pk, player=s.alice, room=Room.PLAYERS, text="Hello", key="m"),
)
act(
    services.see_talk,
    "talk",
    lambda s: services.see_talk(game=s.game, player=s.alice, last_seen={Room.PLAYERS: s.message.pk}),
)
act(
    services.report_message,
    "talk",
    lambda s: services.report_message(game=s.game, message_id=s.message.pk, player=s.alice, reason=WHY),
)
act(
    talk.hide_message,
    "talk",
    lambda s: talk.hide_message(staff=s.staff, message_id=s.message.pk, reason=WHY),
)
act(
    talk.show_message,
    "talk",
    lambda s: talk.show_message(staff=s.staff, message_id=s.message.pk, reason=WHY),
)
act(
    talk.settle_reports,
    "talk",
    lambda s: talk.settle_reports(staff=s.staff, message_id=s.message.pk, reason=WHY),
)
act(resign_for, "game", lambda s: resign_for(staff=s.staff, game=s.game, seat=0, reason=WHY))
act(decide_game, "game", lambda s: decide_game(staff=s.staff, game=s.game, reason=WHY, winners=[1]))
act(extend_clock, "game", lambda s: extend_clock(staff=s.staff, game=s.game, hours=1, reason=WHY))
act(looking.look_as_staff, "game", lambda s: looking.look_as_staff(staff=s.staff, game=s.game, reason=WHY))
act(
    seat_names.call_seat,
    "game",
    lambda s: seat_names.call_seat(game_id=s.game.pk, player=s.bob, old="Bob"),
)
act(keep_line, "line", lambda s: keep_line(owner=s.alice, game=s.game, number=s.number, turns=["pass"]))
act(mute, "notice", lambda s: mute(player=s.alice, key=s.game.public_id))
act(delete_account, "bob game", lambda s: delete_account(player=s.bob))
act(suspend_player, "bob", lambda s: suspend_player(staff=s.staff, player=s.bob, reason=WHY, days=3))
act(recompute_ratings, "game", lambda s: recompute_ratings(write=True))
act(count_results, "game", lambda s: count_results(write=True))
act(reliability.recount_due, "game", lambda s: reliability.recount_due())
act(exclude_player, "bob game", lambda s: exclude_player(staff=s.staff, player=s.bob, reason=WHY))


@scene
def game_that_is_paused() -> Scenery:
    s = _table_of_two()
    services.pause_game(game_id=s.game.pk, by=s.staff, reason=WHY)
    s.game = now(s.game)
    s.number = s.game.log_number
    return s


act = game_that_is_paused.act
act(services.resume_game, "game", lambda s: services.resume_game(game_id=s.game.pk, by=s.staff, reason=WHY))
act(services.take_turn, "game", _turn)
act(services.resign, "game", _resign)
act(services.consent, "game", lambda s: services.consent(game_id=s.game.pk, player=s.alice, matter="resume"))
act(services.give_time, "game", lambda s: services.give_time(game_id=s.game.pk, player=s.bob, key="g"))
act(sweeping.sweep_clocks, "game", lambda s: sweeping.sweep_clocks())


@scene
def game_whose_clock_has_run_out() -> Scenery:
    s = _table_of_two(vacation_allowed=False)
    time_passes(s.game, s.game.due_at - s.game.clock_since + timedelta(seconds=5))
    s.game = now(s.game)
    beats.beat()
    return s


act = game_whose_clock_has_run_out.act
act(sweeping.sweep_clocks, "game", lambda s: sweeping.sweep_clocks())
act(
    sweeping.settle_clock,
    "game",
    lambda s: sweeping.settle_clock(game_id=s.game.pk, sweep_at=s.game.sweep_at),
)
act(services.take_turn, "game", _turn)
act(services.resign, "game", _resign)
act(services.give_time, "game", lambda s: services.give_time(game_id=s.game.pk, player=s.bob, key="g"))
act(extend_clock, "game", lambda s: extend_clock(staff=s.staff, game=s.game, hours=1, reason=WHY))
act(services.pause_game, "game", lambda s: services.pause_game(game_id=s.game.pk, by=s.staff, reason=WHY))
act(beats.beat, "game", lambda s: beats.beat())


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
act(beats.beat, "game", lambda s: beats.beat())
act(beats.accept_clock, "game", lambda s: beats.accept_clock(), is_refused=True)
act(beats.take_outage_back, "game", lambda s: beats.take_outage_back(outage_id=s.outage.pk))
act(sweeping.sweep_clocks, "game", lambda s: sweeping.sweep_clocks())
act(services.take_turn, "game", _turn)
act(services.resign, "game", _resign)
act(services.give_time, "game", lambda s: services.give_time(game_id=s.game.pk, player=s.bob, key="g"))
act(extend_clock, "game", lambda s: extend_clock(staff=s.staff, game=s.game, hours=1, reason=WHY))
act(services.pause_game, "game", lambda s: services.pause_game(game_id=s.game.pk, by=s.staff, reason=WHY))


def _falls(s: Scenery) -> object:
    at = database_now()
    return undoing.undo_falls(game_id=s.game.pk, since=at - timedelta(days=1), until=at + timedelta(days=1))


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
act(undoing.undo_falls, "game", _falls)
act(play_on, "game", lambda s: play_on(game_id=s.game.pk, player=s.bob))
act(
    services.ask_rematch,
    "game",
    lambda s: services.ask_rematch(game_id=s.game.pk, player=s.alice),
    "of Alice",
)
act(services.ask_rematch, "game", lambda s: services.ask_rematch(game_id=s.game.pk, player=s.bob), "of Bob")
act(decide_game, "game", lambda s: decide_game(staff=s.staff, game=s.game, reason=WHY, winners=[0]))
act(decide_game, "game", lambda s: decide_game(staff=s.staff, game=s.game, reason=WHY), "as void")
act(
    services.ask_for_analysis,
    "game",
    lambda s: services.ask_for_analysis(game_id=s.game.pk, player=s.alice),
)
act(services.analyse_game, "game", lambda s: services.analyse_game(game_id=s.game.pk, checked=0))
act(analysis.analyse_whole_game, "game", lambda s: analysis.analyse_whole_game(game_id=s.game.pk))
act(services.mark_game, "game", lambda s: services.mark_game(game_id=s.game.pk, checked=0))
act(marks.mark_whole_game, "game", lambda s: marks.mark_whole_game(game_id=s.game.pk))
act(
    seat_names.call_seat,
    "game",
    lambda s: seat_names.call_seat(game_id=s.game.pk, player=s.bob, old="Bob"),
)
act(analysis.claim_analysis, "game", lambda s: analysis.claim_analysis())
act(marks.claim_marking, "game", lambda s: marks.claim_marking())
act(reliability.recount_due, "game", lambda s: reliability.recount_due())
act(reliability.count_reliability, "game", lambda s: reliability.count_reliability(write=True))
act(recompute_ratings, "game", lambda s: recompute_ratings(write=True))
act(count_results, "game", lambda s: count_results(write=True))
act(exclude_player, "game", lambda s: exclude_player(staff=s.staff, player=s.bob, reason=WHY))
act(delete_account, "game", lambda s: delete_account(player=s.bob))


@scene
def game_that_may_be_played_on() -> Scenery:
    """Bob has offered it."""
    s = game_that_is_over.build()
    play_on(game_id=s.game.pk, player=s.bob)
    return s


act = game_that_may_be_played_on.act
act(play_on, "game", lambda s: play_on(game_id=s.game.pk, player=s.alice), "accepted")
act(play_on, "game", lambda s: play_on(game_id=s.game.pk, player=s.bob), "offered again")
act(undoing.undo_falls, "game", _falls)
act(decide_game, "game", lambda s: decide_game(staff=s.staff, game=s.game, reason=WHY, winners=[0]))
act(services.ask_rematch, "game", lambda s: services.ask_rematch(game_id=s.game.pk, player=s.alice))
act(services.mark_game, "game", lambda s: services.mark_game(game_id=s.game.pk, checked=0))
act(reliability.recount_due, "game", lambda s: reliability.recount_due())
act(delete_account, "game", lambda s: delete_account(player=s.bob))


@scene
def rematch_that_waits() -> Scenery:
    """Bob has asked for it."""
    s = _table_of_two(vacation_allowed=False)
    services.resign(game_id=s.game.pk, player=s.alice, key="r", confirmed=True)
    s.rematch = services.ask_rematch(game_id=s.game.pk, player=s.bob)
    return s


act = rematch_that_waits.act
act(services.ask_rematch, "game", lambda s: services.ask_rematch(game_id=s.game.pk, player=s.alice))
act(services.cancel_game, "game", lambda s: services.cancel_game(game_id=s.rematch.pk, player=s.bob))
act(services.leave_game, "game", lambda s: services.leave_game(game_id=s.rematch.pk, player=s.bob))


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
act(
    volunteers.call_for_substitute,
    "game notice",
    lambda s: volunteers.call_for_substitute(game_id=s.game.pk, seat=0),
)
act(volunteers.call_for_substitutes, "game notice", lambda s: volunteers.call_for_substitutes())
act(absence.pass_adrift, "game", lambda s: absence.pass_adrift(game_id=s.game.pk, number=s.number))
act(services.play_bot, "game", lambda s: services.play_bot(game_id=s.game.pk, number=s.number))
act(bot_turns.claim_awaited, "game", lambda s: bot_turns.claim_awaited())
act(services.come_back, "game", lambda s: services.come_back(game_id=s.game.pk, player=s.carol, key="c"))
act(
    services.substitute,
    "game",
    lambda s: services.substitute(game_id=s.game.pk, seat=0, player=s.dave, key="s"),
)
act(
    services.resign,
    "game",
    lambda s: services.resign(game_id=s.game.pk, player=s.bob, key="r", confirmed=True),
)
act(
    services.agree_to_draw,
    "game",
    lambda s: services.agree_to_draw(game_id=s.game.pk, player=s.bob, answers=s.number, key="d"),
)
act(undoing.undo_falls, "game", _falls)
act(sweeping.sweep_clocks, "game", lambda s: sweeping.sweep_clocks())
act(delete_account, "game carol", lambda s: delete_account(player=s.carol))


@scene
def game_with_a_bot() -> Scenery:
    """The bot is to answer Alice's turn."""
    ensure_bots()
    alice, staff = person("Alice"), staff_called("Staff")
    from accounts.selectors import bots_of_level

    game = timed_table(alice, bots_of_level("cadet")[0])
    play_turn(game, "homeworld G3 B1 Y3")
    game = now(game)
    Game.objects.filter(pk=game.pk).update(bot_due_at=database_now() - timedelta(minutes=1))
    return Scenery(alice=alice, staff=staff, game=now(game), number=game.log_number)


act = game_with_a_bot.act
act(services.play_bot, "game", lambda s: services.play_bot(game_id=s.game.pk, number=s.number))
act(bot_turns.claim_awaited, "game", lambda s: bot_turns.claim_awaited())
act(
    services.take_back,
    "game",
    lambda s: services.take_back(game_id=s.game.pk, player=s.alice, answers=s.number, key="b"),
)
act(
    services.resign,
    "game",
    lambda s: services.resign(game_id=s.game.pk, player=s.alice, key="r", confirmed=True),
)
act(
    services.agree_to_draw,
    "game",
    lambda s: services.agree_to_draw(game_id=s.game.pk, player=s.alice, answers=s.number, key="d"),
)
act(decide_game, "game", lambda s: decide_game(staff=s.staff, game=s.game, reason=WHY, winners=[0]))


@scene
def player_who_has_left() -> Scenery:
    """Bob has deleted his account; his game runs, and a table waits for others."""
    s = _table_of_two()
    from games.tests.seating import new_game

    s.waiting = new_game(s.bob)
    delete_account(player=s.bob)
    s.leaver = Leaver.objects.get()
    Leaver.objects.update(due_at=database_now())
    s.carol = person("Carol")
    return s


act = player_who_has_left.act
act(leaving.settle_leaver, "game waiting", lambda s: leaving.settle_leaver(leaver_id=s.leaver.pk))
act(leaving.settle_overdue_leavers, "game waiting", lambda s: leaving.settle_overdue_leavers())
act(services.take_turn, "game", _turn)
act(services.join_game, "waiting", lambda s: services.join_game(game_id=s.waiting.pk, player=s.carol))
act(sweeping.sweep_clocks, "game", lambda s: sweeping.sweep_clocks())


@scene
def notices_that_wait() -> Scenery:
    s = _table_of_two()
    Notice.objects.update(due_at=database_now() - timedelta(minutes=1))
    s.notice = Notice.objects.filter(due_at__isnull=False).order_by("pk").last()
    return s


act = notices_that_wait.act
act(send_notice, "notice", lambda s: send_notice(notice_id=s.notice.pk, tries=s.notice.tries))
act(claim_next, "notice", lambda s: claim_next())
act(mute, "notice", lambda s: mute(player=s.notice.player, key=s.game.public_id))
act(services.take_turn, "notice game", _turn)
act(
    services.take_back,
    "notice game",
    lambda s: services.take_back(game_id=s.game.pk, player=s.bob, answers=s.number, key="b"),
)
act(delete_account, "notice", lambda s: delete_account(player=s.notice.player))
