"""What a browser says of itself, in words for its user."""

from __future__ import annotations

from typing import Final

from django.utils.functional import lazy
from django.utils.translation import gettext as _

# The first that is found counts: most browsers name those besides that they want to be taken for.
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Opera", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("YaBrowser/", "Yandex"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
LONGEST: Final = 60


def in_words(user_agent: str) -> str:
    """Such as "Firefox on Windows"; of one that is not known, what it says itself."""
    browser = _named(user_agent, BROWSERS)
    system = _named(user_agent, SYSTEMS)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    if browser:
        return browser
    return user_agent[:LONGEST] or _("A browser that does not say its name")


in_words_of_reader = lazy(in_words, str)
"""The same, said when it is written into a mail: in the language of its reader."""


def _named(user_agent: str, names: tuple[tuple[str, str], ...]) -> str:
    return next((name for sign, name in names if sign in user_agent), "")
