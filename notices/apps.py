from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "notices"
    verbose_name = _("Notices")

    def ready(self) -> None:
        # Registers what is measured of the outbox, and the task, so that `wake` finds it by name.
        from accounts.own_data.parts import Part, Why, add_parts
        from accounts.signals import account_deleted, account_mail_written
        from notices import measures, of_staff, outbox, services, tasks  # noqa: F401
        from notices.models import AccountMail, Notice, Thread
        from upkeep.signals import act_written
        from upkeep.sweep import add_step

        account_deleted.connect(services.player_leaves, dispatch_uid="notices.player_leaves")
        account_mail_written.connect(services.hear_of_account_mail, dispatch_uid="notices.account_mail")
        of_staff.register_all()
        act_written.connect(of_staff.hear_of_act, dispatch_uid="notices.hear_of_act")
        add_step("notices", outbox.wake_overdue_notices)
        add_step("old notices", outbox.forget_old_notices)
        settled = ("created_at", "due_at", "tries", "sent_at", "dropped", "answer")
        add_parts(
            Part(
                "notices",
                Notice,
                lambda player: Notice.objects.filter(player=player),
                ("player", "kind", "key", "news", "held_until", *settled),
                kept_back={"game": Why.ORDER},
            ),
            Part(
                "threads",
                Thread,
                lambda player: Thread.objects.filter(player=player),
                ("player", "key", "muted", "mailed_at"),
                kept_back={"mailed_notice": Why.ORDER},
            ),
            Part(
                "account_mails",
                AccountMail,
                lambda player: AccountMail.objects.filter(player=player),
                ("player", "address", "kind", "good_until", *settled),
                kept_back={"subject": Why.KEY, "body": Why.KEY},
            ),
        )
