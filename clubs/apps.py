from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        from accounts.signals import account_deleted
        from accounts.staff.words import add_words
        from clubs import hooks, moments, notices, own_data
        from clubs.access import concern_of_club
        from clubs.models import Club
        from clubs.services.members import player_leaves
        from clubs.services.staff import WORDS_OF_ACTS
        from clubs.signals import club_closed
        from upkeep.concerns import add_concern

        account_deleted.connect(player_leaves, dispatch_uid="clubs.player_leaves")
        notices.register_all()
        hooks.register_all()
        club_closed.connect(hooks.club_closes, dispatch_uid="clubs.club_closes")
        add_words(WORDS_OF_ACTS)
        add_concern(Club, concern_of_club)
        own_data.register_all()
        moments.register_all()
