from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        from games.signals import game_finished, game_reopened
        from ratings import tallies

        game_finished.connect(tallies.count_finished, dispatch_uid="ratings.count_finished")
        game_reopened.connect(tallies.count_reopened, dispatch_uid="ratings.count_reopened")
