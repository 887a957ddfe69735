from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Registers what is measured of games, and the tasks, so that `wake` finds them by name.
        from games import measures, tasks  # noqa: F401
