"""Rated games that were finished before there were ratings count from now on, in the order of their ends."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime, timedelta

from django.db import migrations

from ratings.arithmetic.book import Book, Place, Pool, RatedGame, pool_of
from ratings.arithmetic.shown import listed_days
from ratings.what_counts import PAIR_DAYS, End, Terms, earlier_of_a_pair, why_it_does_not_count

FIRST_DAY = datetime(1970, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
SCORES = {"won": 1.0, "shared": 1.0, "drawn": 0.5}


def count_games(apps, schema_editor):
    """Writes what a live site would have written when they ended. Leaves a site alone that rates already."""
    RatedResult = apps.get_model("ratings", "RatedResult")
    RatingCounter = apps.get_model("ratings", "RatingCounter")
    Game = apps.get_model("games", "Game")
    if RatedResult.objects.exists():
        return
    book, number, last, recent = Book(), 0, {}, []
    games = Game.objects.filter(rated=True, status="finished", origin_kind="", finished_at__isnull=False)
    for game in games.order_by("finished_at", "id").iterator():
        number += 1
        places, terms = places_and_terms(apps, game)
        players = [place.player for place in places]
        day = (game.finished_at - FIRST_DAY) / DAY
        recent = [each for each in recent if each[0] > day - PAIR_DAYS]
        end = End(
            turns=game.turn_count,
            void=bool(game.outcome) and game.outcome["termination"] == "void",
            earlier_of_a_pair=earlier_of_a_pair(players, day, recent),
        )
        result = RatedResult(
            number=number,
            game=game,
            pool=pool_of(game.variant, game.players),
            ended_at=game.finished_at,
            places=[asdict(place) for place in places],
            why_not=why_it_does_not_count(terms, end) or "",
        )
        result.save()
        if not result.why_not:
            recent.append((day, players))
            changes = book.add(RatedGame(number, Pool(result.pool), tuple(places), day))
            write_changes(apps, changes, game)
            last |= {(change.pool, change.player): number for change in changes}
    write_standings(apps, book, last)
    if number:
        RatingCounter.objects.update_or_create(pk=1, defaults={"last_number": number})


def places_and_terms(apps, game):
    Seat, FormerPlayer = apps.get_model("games", "Seat"), apps.get_model("games", "FormerPlayer")
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    # Who sat there at the start.
    former = FormerPlayer.objects.filter(seat__game=game).order_by("-log_number")
    first = dict(former.values_list("seat_id", "player_id"))
    on_time = seats_out_of_time(apps, game)
    places = [
        Place(
            player=first.get(seat.pk, seat.player_id),
            score=SCORES.get(seat.result, 0.0),
            substituted=seat.has_substitute,
            lost_on_time=not seat.has_substitute
            and seat.result == "lost"
            and (seat.adrift_since is not None or seat.number in on_time),
        )
        for seat in seats
    ]
    terms = Terms(
        players=game.players,
        rated=True,
        public=game.visibility == "public",
        by_lot=game.seat_order == "lot",
        handicapped=any(seat.timewarp or seat.one_star for seat in seats),
        with_bots=any(seat.kind == "bot" for seat in seats),
        before_ratings=True,
    )
    return places, terms


def seats_out_of_time(apps, game):
    LogEntry = apps.get_model("games", "LogEntry")
    left = LogEntry.objects.filter(game=game, kind__in=("time", "resignation"), seat__in=game.departed)
    last = dict(left.order_by("number").values_list("seat", "kind"))
    return {seat for seat, kind in last.items() if kind == "time"}


def write_changes(apps, changes, game):
    RatingChange = apps.get_model("ratings", "RatingChange")
    RatingChange.objects.bulk_create(
        RatingChange(
            number=change.number,
            game=game,
            player_id=change.player,
            pool=change.pool,
            why=change.reason,
            opponents=list(change.opponents),
            at=game.finished_at,
            rating_before=change.before.rating.value,
            deviation_before=change.before.rating.deviation,
            games_before=change.before.games,
            rating_after=change.after.rating.value,
            deviation_after=change.after.rating.deviation,
            games_after=change.after.games,
            day_after=change.after.day,
        )
        for change in changes
    )


def write_standings(apps, book, last):
    PlayerRating = apps.get_model("ratings", "PlayerRating")
    rows = []
    for (pool, player), standing in book.standings.items():
        days = listed_days(standing)
        until = None if days is None else FIRST_DAY + timedelta(days=standing.day) + timedelta(days=days)
        rows.append(
            PlayerRating(
                player_id=player,
                pool=pool,
                number=last[pool, player],
                rating=standing.rating.value,
                deviation=standing.rating.deviation,
                games=standing.games,
                day=standing.day,
                listed_until=until,
            )
        )
    PlayerRating.objects.bulk_create(rows, batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0005_exclusions"),
        ("games", "0025_reliability_follows"),
    ]

    operations = [migrations.RunPython(count_games, migrations.RunPython.noop)]
