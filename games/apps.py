from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Registers what is measured of games, and the tasks, so that the queue finds them by name.
        from accounts.models import Player
        from accounts.signals import account_deleted, guest_gone, guest_renamed
        from accounts.staff.words import add_words
        from clubs.signals import club_renamed, club_reported
        from games import bell, feeds, measures, moments, own_data, services, tasks  # noqa: F401
        from games.access import concern_of_game, concern_of_message, concern_of_player
        from games.log.words import WORDS_OF_ACTS
        from games.models import Game, TalkMessage
        from games.notices import enqueueing, kinds
        from games.notices.naming import name_games_of_notices, without_key
        from games.services import (
            clearing,
            club_tables,
            leaving,
            ready_check,
            seat_names,
            seating,
            waiting,
        )
        from games.services.clocks import reliability, vacation, volunteers
        from games.services.clocks.sweeping import sweep_clocks
        from games.services.hindsight import analysis, marks
        from games.signals import game_finished, game_reopened, seat_renamed
        from games.talk import telling
        from upkeep.concerns import add_concern, add_concern_of
        from upkeep.sweep import CLEARING, add_step

        guest_renamed.connect(seat_names.guest_is_called, dispatch_uid="games.guest_is_called")
        account_deleted.connect(leaving.player_leaves, dispatch_uid="games.player_leaves")
        guest_gone.connect(clearing.guest_goes, dispatch_uid="games.guest_goes")
        club_renamed.connect(club_tables.club_is_called, dispatch_uid="games.club_is_called")
        club_reported.connect(enqueueing.club_is_reported, dispatch_uid="games.club_is_reported")
        game_finished.connect(marks.plan_marking, dispatch_uid="games.plan_marking")
        game_reopened.connect(marks.drop_marking, dispatch_uid="games.drop_marking")
        game_reopened.connect(analysis.drop_analysis, dispatch_uid="games.drop_analysis")
        seat_renamed.connect(marks.rename_in_marks, dispatch_uid="games.rename_in_marks")
        seat_renamed.connect(analysis.rename_in_analysis, dispatch_uid="games.rename_in_analysis")
        for signal in (game_finished, game_reopened):
            signal.connect(reliability.game_changed, dispatch_uid="games.count_reliability")
        for app_part in (kinds, telling, waiting, bell, feeds):
            app_part.register_all()
        add_words(WORDS_OF_ACTS)
        add_concern(Game, concern_of_game)
        add_concern(TalkMessage, concern_of_message)
        add_concern_of(TalkMessage, lambda message: message.game)
        add_concern(Player, concern_of_player)
        own_data.register_all()
        moments.register_all()
        # First: it says that the site is there, before which time stands still.
        add_step("clocks", sweep_clocks)
        add_step("notices of the last release", name_games_of_notices, due=[without_key])
        add_step("vacations", services.follow_vacations, due=[vacation.due_vacations])
        add_step("open seats", volunteers.call_for_substitutes, every=volunteers.LOOKED_AT)
        add_step("expired games", services.give_up_expired_games, due=[seating.due_to_expire])
        add_step(
            "tables of closed clubs",
            club_tables.give_up_tables_of_closed_clubs,
            due=[club_tables.tables_of_closed_clubs],
        )
        add_step("full tables", ready_check.reopen_seats, due=[ready_check.due_tables])
        add_step("reliability", reliability.recount_due, due=[reliability.due_counts])
        add_step("leavers", services.settle_overdue_leavers, due=[leaving.due_leavers])
        add_step("gone guests", clearing.clear_gone_guests, every=CLEARING)
        add_step("answered invitations", clearing.clear_invitations, every=CLEARING)
        add_step("empty notes", clearing.clear_empty_notes, every=CLEARING)
