from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Registers the tasks in every process, so that `wake` finds them by name.
        from games import tasks  # noqa: F401
