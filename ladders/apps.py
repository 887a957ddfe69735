from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    name = "ladders"
    verbose_name = _("Ladders")

    def ready(self) -> None:
        from accounts.mail import register_switch
        from accounts.models import Player
        from clubs.models import Membership
        from games.models import Game
        from games.table.slots import PLACES_MOVED
        from ladders import moments
        from ladders.ladder.access import concern_of_game, concern_of_member, concern_of_player
        from ladders.ladder.presenters.history import moved_by
        from ladders.ladder.ready import connect_ladders
        from ladders.stairs.moved import moved_by_stairs
        from ladders.stairs.ready import connect_stairs
        from ladders.wishes.ready import connect_wishes
        from upkeep.concerns import add_concern

        register_switch("mail_ladders", _("of ladders and stairs: challenges, seats, results"))
        add_concern(Game, concern_of_game)
        add_concern(Player, concern_of_player)
        add_concern(Membership, concern_of_member)
        moments.register_all()
        connect_ladders()
        connect_stairs()
        connect_wishes()
        PLACES_MOVED.fill(lambda game: moved_by_stairs(game) or moved_by(game))
