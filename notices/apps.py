from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "notices"
    verbose_name = _("Notices")

    def ready(self) -> None:
        # Registers what is measured of the outbox, and the task, so that `wake` finds it by name.
        from accounts.signals import account_deleted, account_mail_written
        from notices import measures, outbox, services, tasks  # noqa: F401
        from upkeep.sweep import add_step

        account_deleted.connect(services.player_leaves, dispatch_uid="notices.player_leaves")
        account_mail_written.connect(services.hear_of_account_mail, dispatch_uid="notices.account_mail")
        add_step("notices", outbox.wake_overdue_notices)
        add_step("old notices", outbox.forget_old_notices)
