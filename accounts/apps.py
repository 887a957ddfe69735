from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Players")

    def ready(self) -> None:
        from allauth.account.signals import email_changed, email_confirmed

        from accounts.addresses import (
            forget_what_was_not_confirmed,
            hear_of_changed_address,
            hear_of_confirmed_address,
        )
        from accounts.clearing import clear_expired_sessions
        from accounts.own_data import of_accounts
        from accounts.sessions import take_guide_step_along
        from accounts.staff.news import hear_of_act
        from upkeep.signals import act_written
        from upkeep.sweep import CLEARING, add_step

        email_confirmed.connect(hear_of_confirmed_address, dispatch_uid="confirmed address")
        email_changed.connect(hear_of_changed_address, dispatch_uid="changed address")
        act_written.connect(hear_of_act, dispatch_uid="accounts.hear_of_act")
        add_step("unconfirmed addresses", forget_what_was_not_confirmed)
        add_step("expired sessions", clear_expired_sessions, every=CLEARING)
        user_logged_in.connect(take_guide_step_along, dispatch_uid="guide step")
        of_accounts.register_all()
