from django.apps import AppConfig
from django.db.models import Q
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

        from accounts.own_data.parts import Part, Why, add_parts
        from accounts.signals import account_deleted, account_mail_written, preferences_saved
        from notices import delivering, late_answers, moments, of_staff, outbox, sending, services
        from notices import measures as measures
        from notices import tasks as tasks
        from notices.digest import sending as digests
        from notices.digest.services import on_preferences_saved
        from notices.feeds import calendar, links
        from notices.feeds.models import CalendarMark, FeedLink
        from notices.feeds.registry import add_to_calendars
        from notices.hooks import posts, standing
        from notices.hooks import services as hook_services
        from notices.hooks.models import Hook
        from notices.models import AccountMail, Delivery, Digest, Notice, Preferences, PushDevice, Thread
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
                claim=sending.next_mail,
                do=sending.try_mail,
                late=600.0,
                unit="homeworlds-worker",
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
                claim=digests.next_digest,
                do=digests.send_digest,
                late=3600.0,
                unit="homeworlds-worker",
            )
        )
        delivering.add_works()
        add_step("old notices", outbox.forget_old_notices, every=A_MINUTE)
        add_step("old posts", hook_services.forget_old_posts, every=A_MINUTE)
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
                # How often somebody was called may tell staff what his game keeps from them.
                running=Q(notice__isnull=False),
            ),
            Part(
                "what_reaches_you",
                Preferences,
                lambda player: Preferences.objects.filter(player=player),
                ("player", "topics", "quiet_from", "quiet_to", "urgent_at_night", "words_shown"),
            ),
            Part(
                "told_elsewhere",
                Hook,
                lambda player: Hook.objects.filter(player=player),
                (
                    "player",
                    "about",
                    "name",
                    "schema",
                    "created_at",
                    "tried_at",
                    "last_answer",
                    "failing_since",
                    "off_at",
                ),
                kept_back={"address": Why.KEY, "secret": Why.KEY},
            ),
            Part(
                "feed_links",
                FeedLink,
                lambda player: FeedLink.objects.filter(player=player),
                ("made_at",),
                kept_back={"token": Why.KEY},
            ),
            Part(
                "calendar_marks",
                CalendarMark,
                lambda player: CalendarMark.objects.filter(player=player),
                ("player", "uid", "sequence", "changed_at"),
                kept_back={"said": Why.ORDER},
            ),
            Part(
                "push_devices",
                PushDevice,
                lambda player: PushDevice.objects.filter(player=player),
                (
                    "player",
                    "endpoint",
                    "name",
                    "created_at",
                    "is_on",
                    "off_reason",
                    "last_reached_at",
                    "failing_since",
                    "tested_at",
                    "arrived_at",
                ),
                kept_back={"p256dh": Why.KEY, "auth": Why.KEY},
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
