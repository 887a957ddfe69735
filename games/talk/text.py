"""What people write at a table: plain text in which nothing but links is marked up."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.models import Game

_LINK: Final = re.compile(r"https?://[^\s<>\"'`{}|\\^\[\]]+", re.IGNORECASE)
_TURN: Final = re.compile(r"(?<!\w)(?:turn|tour)[ \u00a0]#?(?P<number>[0-9]{1,6})(?!\w)", re.IGNORECASE)
"""In the languages of the site, as the list of turns numbers them."""
_AFTER_A_LINK: Final = ".,;:!?…»”’*_"
_JOINERS: Final = "\u200c\u200d"
"""Invisible, and needed to write Persian and emoji."""


def tidy_talk(text: str) -> str:
    """The words as they are stored: without characters that cannot be seen or turn the text around."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    kept = [letter for letter in text if _is_shown(letter)]
    return re.sub(r"\n{3,}", "\n\n", "".join(kept)).strip()


def _is_shown(letter: str) -> bool:
    if letter in "\n\t" or letter in _JOINERS:
        return True
    return not unicodedata.category(letter).startswith("C")


def markup(text: str, game: Game | None = None) -> SafeString:
    """The words with whole addresses of the web as links, and with “turn 7” as a link to it where the game
    has it; everything else is escaped."""
    parts = []
    done = 0
    for found in _LINK.finditer(text):
        address = _without_tail(found.group())
        if "://" not in address.rstrip("/:"):
            continue  # nothing but the scheme
        parts.append(_with_turns(text[done : found.start()], game))
        link = '<a href="{}" rel="nofollow noopener ugc">{}</a>'
        parts.append(format_html(link, address, address))
        done = found.start() + len(address)
    parts.append(_with_turns(text[done:], game))
    return mark_safe("".join(parts))  # noqa: S308 - each part is escaped


def _with_turns(words: str, game: Game | None) -> str:
    parts = []
    done = 0
    for found in _TURN.finditer(words):
        number = int(found["number"])
        if game is None or not 1 <= number <= game.log_number:
            continue
        parts.append(conditional_escape(words[done : found.start()]))
        address = reverse("games:position", args=[game.public_id, number])
        parts.append(format_html('<a href="{}">{}</a>', address, found.group()))
        done = found.end()
    return "".join([*parts, conditional_escape(words[done:])])


def _without_tail(address: str) -> str:
    """Without what belongs to the sentence around it."""
    while address:
        if address[-1] in _AFTER_A_LINK or (address[-1] == ")" and "(" not in address):
            address = address[:-1]
        else:
            break
    return address
