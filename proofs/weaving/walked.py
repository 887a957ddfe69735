"""All that changes the site, found by walking its modules: services and steps of the sweep, over which tasks
are thin. What is not in the register stands here, with the reason."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, Final

from proofs.weaving.register import name_of

APPS: Final = "accounts clubs games ladders notices ratings records study tournaments upkeep".split()
BESIDES: Final = """
accounts.addresses accounts.clearing accounts.deletion accounts.quiet accounts.sessions accounts.staff.acts
notices.outbox notices.sending ratings.tallies upkeep.seconding upkeep.timekeeping.beats
""".split()
"""Services that stand in no folder of that name."""

READS: Final = "it only reads"
WITHIN: Final = "it is part of the transactions of others, whose acts are in the register"
EXCEPT: Final = {
    "accounts.addresses.on_address_changed": WITHIN,
    "accounts.addresses.on_address_confirmed": "it calls confirm_address, and nothing else",
    "accounts.clearing.gone_guests": READS,
    "accounts.services.free_name_waiting_for": "it deletes sign-ups that have not come to an account",
    "accounts.services.new_guest_name": READS,
    "accounts.sessions.take_guide_step_along": "a session is its browser's own",
    "accounts.staff.acts.remove_second_factor": "the account library's own rows, which no other act reads",
    "accounts.staff.acts.remove_second_factor_at_the_machine": "as remove_second_factor",
    "accounts.staff.acts.write_down_at_the_machine": "it appends to the log of acts, and nothing else",
    "games.services.bot_turns.claim_alone": "as claim_awaited",
    "games.services.bot_turns.longest_awaited": READS,
    "games.services.waiting.register_all": "it tells of the work of games, at the start",
    "games.services.clearing.clear_empty_notes": "it deletes notes that were empty for a month",
    "ladders.stairs.services.keeping.last_number": READS,
    "ladders.stairs.services.keeping.lock_stairs": WITHIN,
    "ladders.stairs.services.keeping.season_now": READS,
    "ladders.stairs.services.replaying.check_stairs": READS,
    "notices.hooks.services.add_hook": "it locks its player, and adds a row that no other act knows",
    "notices.hooks.services.change_hook": "it locks its row, which belongs to one alone",
    "notices.hooks.services.forget_hooks": WITHIN,
    "notices.hooks.services.forget_old_posts": "it deletes what was settled weeks ago",
    "notices.hooks.services.new_secret": READS,
    "notices.hooks.services.post_news": WITHIN,
    "notices.hooks.services.remove_hook": "it locks its player and its row, which belongs to one alone",
    "notices.hooks.services.send_again": "it locks the address, and makes due again what is settled",
    "notices.hooks.services.try_hook": "it locks the address, and adds a row that no other act knows",
    "notices.digest.services.change_hour": "as end_digest",
    "notices.digest.services.mail_each_turn": "as end_digest",
    "notices.digest.services.end_digest": "it changes what its own player chose, whose row it locks",
    "notices.digest.services.follow_switches": "as end_digest",
    "notices.digest.services.save_hours": "as end_digest",
    "notices.outbox.account_mails_waiting": READS,
    "notices.outbox.forget_old_notices": "it deletes what was settled weeks ago",
    "notices.outbox.notices_waiting": READS,
    "notices.push.services.ask_for_test": "it marks its own device, and wakes a worker",
    "notices.push.services.failed": "it marks its own device; what switches it off locks the player",
    "notices.push.services.reached": "it marks its own device",
    "notices.push.services.remove": "its devices are the player's own, whose row it locks",
    "notices.push.services.rename": "it marks its own device",
    "notices.push.services.renew": "as remove",
    "notices.push.services.subscribe": "as remove",
    "notices.push.services.switch": "as remove",
    "notices.push.services.tell_again": "it makes due again what its player was told, whose row it locks",
    "notices.push.services.test_arrived": "it marks its own device, once",
    "notices.push.services.was_asked": "it sets one mark, which is never taken away",
    "notices.sending.next_mails": "it claims as claim_next does",
    "notices.sending.send_account_mail": "it claims its row as send_notice does",
    "notices.services.see": "it marks as seen what its own player has seen, in one statement",
    "notices.services.tell": WITHIN,
    "notices.services.withdraw": WITHIN,
    "notices.switches.services.choose_preset": "it changes what its own player chose, whose row it locks",
    "notices.switches.services.save_choices": "as choose_preset",
    "notices.switches.services.switch_channel": "as choose_preset",
    "records.services.imported_links": READS,
    "records.services.import_game": "it makes a game of its own, whose key is unique, and touches no other",
    "tournaments.services.checking.check_events": READS,
    "tournaments.services.editions.open_edition": "open_editions calls it, with the schedule of the settings",
    "tournaments.services.pairing.write_rounds": "pair_if_due calls it, with what it has reckoned",
    "tournaments.services.watching.of_events": READS,
    "tournaments.services.watching.stuck": READS,
    "upkeep.seconding.ask_another": "it writes a row that no other act reads but by its lock",
    "upkeep.seconding.confirm_request": "it locks its request, and does what is in the register",
    "upkeep.seconding.forget_old_requests": "it deletes what nobody can answer since a month",
    "upkeep.seconding.refuse_request": "it locks its request, and changes nothing else",
    "upkeep.seconding.waiting": READS,
    "upkeep.services.write_down_act": WITHIN,
    "games.notices.naming.name_games_of_notices": "it gives keys to notices that the release before wrote",
    "upkeep.due.add_work.<locals>.ring": "it only wakes a worker",
    "upkeep.watching.fault_mail.wake_reporter": "it only wakes a worker",
}


TASKS: Final = {
    "games.tasks.analyse_game": "games.services.hindsight.analysis.analyse_game",
    "games.tasks.call_bot": "no service: it wakes a worker",
    "games.tasks.call_bots": "no service: it wakes a worker",
    "games.tasks.follow_vacation": "games.services.clocks.vacation.follow_vacation",
    "games.tasks.mark_game": "games.services.hindsight.marks.mark_game",
    "games.tasks.play_among_bots": "games.services.bot_turns.play_bot",
    "games.tasks.play_bot_turn": "games.services.bot_turns.play_bot",
    "games.tasks.play_bot_turns": "games.services.bot_turns.play_bot",
    "games.tasks.play_slow_bot_turn": "games.services.bot_turns.play_bot",
    "games.tasks.send_notice": "notices.sending.send_notice",
    "games.tasks.settle_leaver": "games.services.leaving.settle_leaver",
    "games.tasks.sweep_of_the_last_release": "the sweep",
    "games.tasks.use_spare_time": "play_bot, mark_game and analyse_game",
    "notices.tasks.hooks": "notices.delivering.deliver and notices.hooks.posts.send_post",
    "notices.tasks.digests": "notices.digest.sending.send_digest",
    "notices.tasks.send_account_mail": "notices.sending.send_account_mail",
    "notices.tasks.push": "no service: it claims as mails are claimed, and sends",
    "notices.tasks.send_push_test": "no service: it sends one message, and changes nothing",
    "notices.tasks.send_mails": "notices.sending.try_mail",
    "notices.tasks.send_notice": "notices.sending.send_notice",
    "upkeep.tasks.report_faults": "no service: it mails reports of errors",
    "upkeep.tasks.sweep": "the sweep",
}
"""Over what each is thin."""


def tasks() -> Iterator[Callable[..., Any]]:
    for app in APPS:
        if importlib.util.find_spec(f"{app}.tasks"):
            module = importlib.import_module(f"{app}.tasks")
            for each in vars(module).values():
                if hasattr(each, "delay") and each.__module__ == module.__name__:
                    yield each.run


def modules() -> Iterator[ModuleType]:
    for app in APPS:
        for found in pkgutil.walk_packages(importlib.import_module(app).__path__, f"{app}."):
            parts = found.name.split(".")
            if "tests" not in parts and ("services" in parts or found.name in BESIDES):
                yield importlib.import_module(found.name)


def services() -> Iterator[Callable[..., Any]]:
    """Public functions, with arguments by name only: what takes others is part of a service."""
    for module in modules():
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if name.startswith("_") or inspect.unwrap(function).__module__ != module.__name__:
                continue
            kinds = {each.kind for each in inspect.signature(function).parameters.values()}
            if kinds <= {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}:
                yield function


def steps() -> Iterator[Callable[..., Any]]:
    """Of the sweep."""
    from upkeep.sweep import _STEPS

    return (step.take for step in _STEPS.values())


def _registered_and_there() -> tuple[set[str], set[str]]:
    import proofs.weaving.scenes  # noqa: F401
    from proofs.weaving.register import all_acts

    return {name_of(act.does) for act in all_acts()}, {
        name_of(each) for each in (*services(), *tasks(), *steps())
    }


def missing() -> list[str]:
    """What is neither in the register nor excepted."""
    registered, there = _registered_and_there()
    return sorted(there - registered - EXCEPT.keys() - TASKS.keys())


def needless() -> list[str]:
    """What is excepted, and is not there, or is in the register too."""
    registered, there = _registered_and_there()
    return sorted(name for name in (*EXCEPT, *TASKS) if name not in there or name in registered)
