"""Games in calendars and feeds: names, hours and where, and how they ended; never who is on which side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from games.clocks.words import who_plays
from games.lists import games_awaiting
from games.models import Game, Seat, Status, Visibility
from games.notices.letters import result_words
from notices.feeds.registry import MOST, Content, Dated, Item, Reader, add_to_calendars, register_feed
from upkeep.log_in import by_log_in


def register_all() -> None:
    add_to_calendars(deadlines_of)
    register_feed("games", own_feed)
    register_feed("player", feed_of_player)


def deadlines_of(player: Player, now: datetime) -> Iterable[Dated]:
    """Of the player's turns."""
    for game in games_awaiting(player).filter(due_at__isnull=False).prefetch_related("seats__player"):
        if game.due_at is not None:
            yield Dated(
                uid=f"turn-{game.public_id}",
                title=gettext("Your turn: {players}").format(players=_title(_people(game))),
                begins=game.due_at,
                link=_address(game),
                words=gettext("Then your clock has run out."),
            )


def own_feed(key: str, reader: Reader) -> Content | None:
    """The reader's games, whoever may see them."""
    if reader.is_anonymous or key != "mine":
        return None
    return _feed(
        gettext("{site}: games of {name}").format(site=settings.SITE_NAME, name=reader.name),
        settings.SITE_URL + reverse("pages:my_games"),
        reader.date_joined,
        Seat.objects.filter(player=reader),
    )


def feed_of_player(public_id: str, reader: Reader) -> Content | None:
    """Somebody's public games, whoever asks."""
    player = Player.objects.filter(public_id=public_id, is_active=True, deleted_at=None).first()
    if player is None or player.unconfirmed_since is not None:
        return None
    return _feed(
        gettext("{site}: games of {name}").format(site=settings.SITE_NAME, name=player.name),
        settings.SITE_URL + player.get_absolute_url(),
        player.date_joined,
        Seat.objects.filter(player=player, game__visibility=Visibility.PUBLIC),
    )


def feed_of_games(games: QuerySet[Game]) -> list[Item]:
    """As items of a feed, the newest first."""
    shown = games.filter(status__in=(Status.RUNNING, Status.FINISHED)).prefetch_related("seats__player")
    return [_item(game) for game in shown.order_by("-changed_at", "-pk")[:MOST]]


def _feed(title: str, link: str, since: datetime, seats: QuerySet[Seat]) -> Content:
    """By two queries of few seats each: those of games that go on, and those of finished ones."""
    running = seats.filter(ended_at=None, game__status=Status.RUNNING).order_by("-game_id")[:MOST]
    finished = seats.filter(ended_at__isnull=False).order_by("-ended_at", "-game_id")[:MOST]
    ids = [seat.game_id for found in (running, finished) for seat in found]
    return Content(title, link, since, feed_of_games(Game.objects.filter(pk__in=ids)))


def _item(game: Game) -> Item:
    """A game has two: that it has begun, and that it is over. One that goes on is as it began, so that a feed
    does not call at each turn."""
    over = game.status == Status.FINISHED
    at = (game.finished_at if over else game.started_at) or game.changed_at
    names = _people(game)
    said = gettext("The game {players} is over.") if over else gettext("The game {players} has begun.")
    words = [said.format(players=_title(names))]
    if over:
        words.append(result_words(game, names))
    name = f"game.{game.public_id}.{'end' if over else 'start'}"
    return Item(name, words[0], _address(game), at, words)


def _people(game: Game) -> list[str]:
    return [who_plays(seat) for seat in sorted(game.seats.all(), key=lambda seat: seat.number or 0)]


def _title(names: Sequence[str]) -> str:
    return " – ".join(names)


def _address(game: Game) -> str:
    """By the log-in where the game does not exist for whoever is not logged in."""
    path = reverse("games:table", args=[game.public_id])
    return settings.SITE_URL + (path if game.visibility == Visibility.PUBLIC else by_log_in(path))
