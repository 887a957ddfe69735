from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    name = "ladders"
    verbose_name = _("Ladders")

    def ready(self) -> None:
        from accounts.mail import register_switch
        from clubs.signals import club_closed, member_left
        from games.signals import Rank, game_finished, game_reopened, leaver_settled
        from games.table.slots import PLACES_MOVED
        from ladders import own_data
        from ladders.notices import ladder as notices_of_ladders
        from ladders.services.ladder import joining, settling, sweep_ladders
        from ladders.showing.history import moved_by
        from ladders.stairs.moved import moved_by_stairs
        from ladders.stairs.ready import connect_stairs
        from ladders.wishes.ready import connect_wishes
        from notices.kinds import register
        from upkeep.sweep import add_step

        register_switch("mail_ladders", _("of ladders and stairs: challenges, seats, results"))
        register(*notices_of_ladders.KINDS)
        own_data.register_all()
        game_finished.connect(settling.hear_finished, rank=Rank.LADDER, dispatch_uid="ladders.hear_finished")
        game_reopened.connect(settling.hear_reopened, rank=Rank.LADDER, dispatch_uid="ladders.hear_reopened")
        leaver_settled.connect(joining.player_leaves, dispatch_uid="ladders.player_leaves")
        member_left.connect(joining.member_leaves, dispatch_uid="ladders.member_leaves")
        club_closed.connect(joining.club_closes, dispatch_uid="ladders.club_closes")
        PLACES_MOVED.fill(lambda game: moved_by_stairs(game) or moved_by(game))
        add_step("ladders", sweep_ladders)
        connect_stairs()
        connect_wishes()
