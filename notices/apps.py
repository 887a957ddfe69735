from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "notices"
    verbose_name = _("Notices")

    def ready(self) -> None:
        # Registers what is measured of the outbox, and the task, so that `wake` finds it by name.
        from accounts.own_data.parts import Part, Why, add_parts
        from accounts.signals import account_deleted, account_mail_written, preferences_saved
        from notices import delivering, moments, of_staff, outbox, sending, services
        from notices import tasks as tasks
        from notices.digest import sending as digests
        from notices.digest.services import on_preferences_saved
        from notices.models import AccountMail, Delivery, Digest, Notice, Preferences, Thread
        from notices.wake import DIGEST_BELL, MAIL_BELL
        from upkeep.due import Work, add_work
        from upkeep.signals import act_written
        from upkeep.sweep import A_MINUTE, add_step

        account_deleted.connect(services.player_leaves, dispatch_uid="notices.player_leaves")
        account_mail_written.connect(services.on_account_mail, dispatch_uid="notices.account_mail")
        preferences_saved.connect(on_preferences_saved, dispatch_uid="notices.on_preferences_saved")
        of_staff.register_all()
        moments.register_all()
        act_written.connect(of_staff.on_staff_act, dispatch_uid="notices.on_staff_act")
        add_work(
            Work(
                "mails",
                _("Mails"),
                MAIL_BELL,
                due=(outbox.due_account_mails, outbox.due_notices),
                since=outbox.oldest_due,
                claim=sending.next_mail,
                do=sending.try_mail,
                late=600.0,
                unit="homeworlds-worker",
            )
        )
        add_work(
            Work(
                "digests",
                _("Daily mails"),
                DIGEST_BELL,
                due=(digests.due_digests,),
                since=digests.oldest_due,
                claim=digests.next_digest,
                do=digests.send_digest,
                late=3600.0,
                unit="homeworlds-worker",
            )
        )
        delivering.add_works()
        add_step("old notices", outbox.forget_old_notices, every=A_MINUTE)
        settled = ("created_at", "due_at", "tries", "sent_at", "dropped", "answer")
        add_parts(
            Part(
                "notices",
                Notice,
                lambda player: Notice.objects.filter(player=player),
                ("player", "kind", "key", "news", "held_until", "seen_at", *settled),
                kept_back={"game": Why.ORDER},
            ),
            Part(
                "deliveries",
                Delivery,
                lambda player: Delivery.objects.filter(notice__player=player),
                ("notice", "channel", "held_until", *settled),
                kept_back={"target": Why.ORDER},
            ),
            Part(
                "hours_of_notices",
                Preferences,
                lambda player: Preferences.objects.filter(player=player),
                ("quiet_from", "quiet_to", "urgent_at_night", "words_shown"),
            ),
            Part(
                "daily_mail",
                Digest,
                lambda player: Digest.objects.filter(player=player),
                ("at", "weekdays", "when_nothing", *settled),
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
