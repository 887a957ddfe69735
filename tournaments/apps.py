from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Events")

    def ready(self) -> None:
        # The tasks, so that the queue finds them by name.
        from clubs.signals import club_closed, member_left
        from games.clocks.absence import take_no_substitutes
        from games.signals import Rank, game_finished, game_reopened, leaver_settled
        from tournaments import notices, own_data, schedule, tasks  # noqa: F401
        from tournaments.services import editions, entering, hearing, opening, sweeping, watching
        from tournaments.services.tables import ORIGIN
        from upkeep.sweep import add_step
        from upkeep.watching.alarms import add_alarm

        # A schedule that cannot be read is told at the start.
        schedule.read_schedule(settings.AUTOMATIC_EVENTS)
        notices.register_all()
        take_no_substitutes(ORIGIN)
        own_data.register_all()
        game_finished.connect(
            hearing.hear_finished, rank=Rank.EVENT, dispatch_uid="tournaments.hear_finished"
        )
        game_reopened.connect(
            hearing.hear_reopened, rank=Rank.EVENT, dispatch_uid="tournaments.hear_reopened"
        )
        leaver_settled.connect(entering.player_leaves, dispatch_uid="tournaments.player_leaves")
        member_left.connect(entering.member_leaves, dispatch_uid="tournaments.member_leaves")
        club_closed.connect(opening.club_closes, dispatch_uid="tournaments.club_closes")
        add_alarm("events", _("Events"), watching.of_events)
        add_step("events", sweeping.sweep_events)
        add_step("editions of events", editions.open_editions, every=60.0)
