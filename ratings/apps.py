from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        from django.db.models import Q

        from accounts.own_data.parts import Part, add_parts
        from games.signals import game_finished, game_reopened
        from ratings import tallies
        from ratings.models import PairTally, PlayerTally

        game_finished.connect(tallies.count_finished, dispatch_uid="ratings.count_finished")
        game_reopened.connect(tallies.count_reopened, dispatch_uid="ratings.count_reopened")
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
        )
