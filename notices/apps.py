from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "notices"
    verbose_name = _("Notices")

    def import_models(self) -> None:
        super().import_models()
        from notices.feeds import models as of_feeds  # noqa: F401
        from notices.hooks import models as of_hooks  # noqa: F401

    def ready(self) -> None:
        # Registers what is measured of the outbox, and the task, so that `wake` finds it by name.
        from anymail.signals import tracking

        from accounts.signals import account_deleted, account_mail_written, preferences_saved
        from notices import (
            delivering,
            late_answers,
            moments,
            of_staff,
            outbox,
            own_data,
            sending,
            services,
        )
        from notices import measures as measures
        from notices import tasks as tasks
        from notices.digest import sending as digests
        from notices.digest.services import on_preferences_saved
        from notices.feeds import calendar, links
        from notices.feeds.registry import add_to_calendars
        from notices.hooks import posts, standing
        from notices.hooks import services as hook_services
        from notices.push import leaving
        from notices.push import sending as pushing
        from notices.wake import DIGEST_BELL, MAIL_BELL
        from upkeep.due import Work, add_work
        from upkeep.signals import act_written
        from upkeep.sweep import A_MINUTE, add_step

        account_deleted.connect(services.player_leaves, dispatch_uid="notices.player_leaves")
        account_deleted.connect(hook_services.player_leaves, dispatch_uid="notices.hooks_leave")
        account_deleted.connect(links.player_leaves, dispatch_uid="notices.links_leave")
        leaving.connect_all()
        account_mail_written.connect(services.on_account_mail, dispatch_uid="notices.account_mail")
        preferences_saved.connect(on_preferences_saved, dispatch_uid="notices.on_preferences_saved")
        of_staff.register_all()
        moments.register_all()
        tracking.connect(late_answers.on_late_answer, dispatch_uid="notices.late_answers")
        act_written.connect(of_staff.on_staff_act, dispatch_uid="notices.on_staff_act")
        add_work(
            Work(
                "mails",
                _("Mails"),
                MAIL_BELL,
                due=(outbox.due_account_mails, outbox.due_notices),
                since=outbox.oldest_due,
                claim=sending.next_mails,
                do=sending.try_mail,
                late=600.0,
                part="worker",
                give_back=outbox.give_back,
            )
        )
        posts.register_channel()
        standing.register_kind()
        add_to_calendars(calendar.vacations)
        posts.register_work()
        pushing.register_channel()
        add_work(
            Work(
                "digests",
                _("Daily mails"),
                DIGEST_BELL,
                due=(digests.due_digests,),
                since=digests.oldest_due,
                claim=digests.next_digests,
                do=digests.send_digest,
                late=3600.0,
                part="worker",
                give_back=outbox.give_back,
            )
        )
        delivering.add_works()
        add_step("old notices", outbox.forget_old_notices, every=A_MINUTE)
        add_step("old posts", hook_services.forget_old_posts, every=A_MINUTE)
        own_data.register_all()
