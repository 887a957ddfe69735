from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        from django.db.models import Q

        from accounts.own_data.parts import Part, Why, add_parts
        from accounts.signals import account_deleted
        from games.signals import game_finished, game_reopened
        from ratings import tallies, ticks
        from ratings.models import PairTally, PlayerTally, Tick

        game_finished.connect(tallies.count_finished, dispatch_uid="ratings.count_finished")
        game_reopened.connect(tallies.count_reopened, dispatch_uid="ratings.count_reopened")
        account_deleted.connect(ticks.forget_ticks, dispatch_uid="ratings.forget_ticks")
        add_parts(
            Part(
                "results",
                PlayerTally,
                lambda player: PlayerTally.objects.filter(player=player),
                ("player", "variant", "won", "shared", "drawn", "lost"),
            ),
            Part(
                "results_with_others",
                PairTally,
                lambda player: PairTally.objects.filter(Q(one=player) | Q(other=player)),
                ("one", "other", "one_won", "other_won", "both_won", "drawn", "neither"),
            ),
            Part(
                "players_ticked",
                Tick,
                lambda player: Tick.objects.filter(owner=player),
                ("owner", "player"),
                not_mine={"player": Why.OTHERS},
            ),
        )
