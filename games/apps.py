from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Registers what is measured of games, and the tasks, so that `wake` finds them by name.
        from accounts.signals import account_deleted
        from games import measures, tasks  # noqa: F401
        from games.services import leaving, marks
        from games.signals import game_finished, game_reopened

        account_deleted.connect(leaving.player_leaves, dispatch_uid="games.player_leaves")
        game_finished.connect(marks.plan_marking, dispatch_uid="games.plan_marking")
        game_reopened.connect(marks.drop_marking, dispatch_uid="games.drop_marking")
