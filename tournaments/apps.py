from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Events")

    def ready(self) -> None:
        # The tasks, so that the queue finds them by name.
        from accounts.models import Player
        from clubs.models import Membership
        from clubs.signals import club_closed, member_left
        from games.clocks.absence import take_no_substitutes
        from games.clocks.playing_on import results_stand_where
        from games.models import Game
        from games.signals import Rank, game_finished, game_reopened, leaver_settled
        from notices.feeds.registry import add_to_calendars, register_feed
        from tournaments import feeds, hooks, moments, notices, own_data, schedule, tasks  # noqa: F401
        from tournaments.access import concern_of_game, concern_of_member, concern_of_player
        from tournaments.services import editions, entering, opening, receivers, removing, sweeping, watching
        from tournaments.services.tables import ORIGIN
        from tournaments.wake import EVENT_BELL
        from upkeep.concerns import add_concern
        from upkeep.due import Work, add_work, one
        from upkeep.sweep import A_MINUTE, add_step
        from upkeep.watching.alarms import add_alarm

        # A schedule that cannot be read is told at the start.
        schedule.read_schedule(settings.AUTOMATIC_EVENTS)
        notices.register_all()
        hooks.register_all()
        add_to_calendars(feeds.rounds_of)
        register_feed("event", feeds.feed_of)
        take_no_substitutes(ORIGIN)
        results_stand_where(receivers.result_stands)
        add_concern(Game, concern_of_game)
        add_concern(Player, concern_of_player)
        add_concern(Membership, concern_of_member)
        own_data.register_all()
        moments.register_all()
        game_finished.connect(
            receivers.on_game_finished, rank=Rank.EVENT, dispatch_uid="tournaments.on_game_finished"
        )
        game_reopened.connect(
            receivers.on_game_reopened, rank=Rank.EVENT, dispatch_uid="tournaments.on_game_reopened"
        )
        leaver_settled.connect(entering.player_leaves, dispatch_uid="tournaments.player_leaves")
        member_left.connect(entering.member_leaves, dispatch_uid="tournaments.member_leaves")
        club_closed.connect(opening.club_closes, dispatch_uid="tournaments.club_closes")
        add_alarm("events", _("Events"), watching.of_events)
        add_work(
            Work(
                "events",
                _("Events"),
                EVENT_BELL,
                due=(sweeping.waiting_events,),
                since=sweeping.oldest_due,
                claim=one(sweeping.claim_event),
                do=sweeping.go_on_with,
                late=120.0,
                part="timekeeper",
            )
        )
        add_step("editions of events", editions.open_editions, every=A_MINUTE)
        add_step("the banned in events", removing.disqualify_the_banned, every=60 * A_MINUTE)
