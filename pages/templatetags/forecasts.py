"""Forecasts beside the games of a list."""

from collections.abc import Mapping

from django import template

from games.models import Game

register = template.Library()


@register.filter
def of_game(forecasts: Mapping[int, str], game: Game) -> str:
    return forecasts.get(game.pk, "")
