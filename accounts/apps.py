from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Players")

    def ready(self) -> None:
        from allauth.account.signals import email_changed, email_confirmed
        from allauth.mfa.signals import authenticator_added

        from accounts import entries
        from accounts.addresses import (
            forget_what_was_not_confirmed,
            on_address_changed,
            on_address_confirmed,
        )
        from accounts.clearing import clear_expired_sessions
        from accounts.models import Player
        from accounts.one_time_codes import on_authenticator_added
        from accounts.own_data import of_accounts
        from accounts.sessions import take_guide_step_along
        from accounts.staff.concerns import of_player
        from accounts.staff.news import on_staff_act
        from accounts.vacation import moments
        from upkeep.concerns import add_concern
        from upkeep.signals import act_written
        from upkeep.sweep import A_MINUTE, CLEARING, add_step

        email_confirmed.connect(on_address_confirmed, dispatch_uid="confirmed address")
        email_changed.connect(on_address_changed, dispatch_uid="changed address")
        authenticator_added.connect(on_authenticator_added, dispatch_uid="new app")
        act_written.connect(on_staff_act, dispatch_uid="accounts.on_staff_act")
        add_concern(Player, of_player)
        add_step("unconfirmed addresses", forget_what_was_not_confirmed, every=A_MINUTE)
        add_step("expired sessions", clear_expired_sessions, every=CLEARING)
        user_logged_in.connect(take_guide_step_along, dispatch_uid="guide step")
        entries.register_all()
        of_accounts.register_all()
        moments.register_all()
