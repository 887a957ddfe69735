from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Players")

    def ready(self) -> None:
        from accounts.sessions import take_guide_step_along

        user_logged_in.connect(take_guide_step_along, dispatch_uid="guide step")
