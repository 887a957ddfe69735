from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "notices"
    verbose_name = _("Notices")

    def ready(self) -> None:
        # Registers what is measured of the outbox, and the task, so that `wake` finds it by name.
        from accounts.signals import account_deleted
        from notices import measures, services, tasks  # noqa: F401

        account_deleted.connect(services.player_leaves, dispatch_uid="notices.player_leaves")
