from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        from accounts.signals import account_deleted
        from accounts.staff.words import add_words
        from clubs import notices, own_data
        from clubs.services.members import player_leaves
        from clubs.services.staff import WORDS_OF_ACTS

        account_deleted.connect(player_leaves, dispatch_uid="clubs.player_leaves")
        notices.register_all()
        add_words(WORDS_OF_ACTS)
        own_data.register_all()
