from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        from django.db.models import Q

        from accounts.own_data.parts import Part, Why, add_parts, leave_out
        from accounts.signals import account_deleted
        from accounts.staff.words import add_words
        from games.lobby.rating_range import add_ratings
        from games.lobby.terms import add_why_not_rated
        from games.signals import Rank, game_finished, game_reopened
        from games.table.slots import END_CHANGES, FORECAST
        from ratings import moments, tallies, ticks
        from ratings.models import (
            Exclusion,
            PairTally,
            PlayerRating,
            PlayerTally,
            RatedResult,
            RatingChange,
            RatingCounter,
            Tick,
        )
        from ratings.presenters.explained import end_changes
        from ratings.presenters.forecasts import forecast_of
        from ratings.presenters.near import own_ratings
        from ratings.services import counting, excluding, withdrawing
        from ratings.words import WORDS_OF_ACTS, why_it_will_not
        from upkeep.concerns import add_concern, add_concern_of

        game_finished.connect(
            tallies.count_finished, rank=Rank.TALLIES, dispatch_uid="ratings.count_finished"
        )
        game_reopened.connect(
            tallies.count_reopened, rank=Rank.TALLIES, dispatch_uid="ratings.count_reopened"
        )
        game_finished.connect(counting.rate_finished, rank=Rank.RATINGS, dispatch_uid="ratings.rate_finished")
        game_reopened.connect(
            withdrawing.unrate_reopened, rank=Rank.RATINGS, dispatch_uid="ratings.unrate_reopened"
        )
        moments.register_all()
        add_concern_of(Exclusion, lambda exclusion: exclusion.player)
        add_concern(Exclusion, excluding.concern_of_exclusion)
        add_words(WORDS_OF_ACTS)
        add_why_not_rated(why_it_will_not)
        add_ratings(own_ratings)
        leave_out(Why.SHARED, RatedResult)
        leave_out(Why.ORDER, RatingCounter)
        END_CHANGES.fill(end_changes)
        FORECAST.fill(forecast_of)
        account_deleted.connect(ticks.forget_ticks, dispatch_uid="ratings.forget_ticks")
        add_parts(
            Part(
                "results",
                PlayerTally,
                lambda player: PlayerTally.objects.filter(player=player),
                ("player", "variant", "won", "shared", "drawn", "lost"),
            ),
            Part(
                "results_with_others",
                PairTally,
                lambda player: PairTally.objects.filter(Q(one=player) | Q(other=player)),
                ("one", "other", "one_won", "other_won", "both_won", "drawn", "neither"),
            ),
            Part(
                "players_ticked",
                Tick,
                lambda player: Tick.objects.filter(owner=player),
                ("owner", "player"),
                not_mine={"player": Why.OTHERS},
            ),
            Part(
                "ratings",
                PlayerRating,
                lambda player: PlayerRating.objects.filter(player=player),
                (
                    "player",
                    "pool",
                    "number",
                    "rating",
                    "deviation",
                    "games",
                    "day",
                    "back_to",
                    "listed_until",
                ),
            ),
            Part(
                "rating_changes",
                RatingChange,
                lambda player: RatingChange.objects.filter(player=player).order_by("number", "pk"),
                (
                    "number",
                    "game",
                    "player",
                    "pool",
                    "why",
                    "opponents",
                    "at",
                    "rating_before",
                    "deviation_before",
                    "games_before",
                    "rating_after",
                    "deviation_after",
                    "games_after",
                    "day_after",
                    "back_to_after",
                ),
            ),
            Part(
                "excluded_from_ratings",
                Exclusion,
                lambda player: Exclusion.objects.filter(player=player),
                ("player", "since"),
            ),
        )
