"""Where the links and forms of a game's table lead."""

from __future__ import annotations

from django.urls import reverse

from board.turn.making import Links


def links_of_game(public_id: str) -> Links:
    return Links(
        page=reverse("games:table", args=[public_id]),
        fragment=reverse("games:table_fragment", args=[public_id]),
        show=reverse("games:show", args=[public_id]),
        end=reverse("games:turn", args=[public_id]),
        end_fragment=reverse("games:turn_fragment", args=[public_id]),
    )
