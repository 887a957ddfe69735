from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "notices"
    verbose_name = _("Notices")

    def ready(self) -> None:
        # Registers what is measured of the outbox, and the task, so that `wake` finds it by name.
        from accounts.signals import account_deleted
        from notices import measures, sending, services, tasks  # noqa: F401
        from upkeep.sweep import add_step

        account_deleted.connect(services.player_leaves, dispatch_uid="notices.player_leaves")
        add_step("notices", sending.wake_overdue_notices)
        add_step("old notices", sending.forget_old_notices)
