"""What a game of the stairs says of where it came from."""

from typing import Final

from django.utils.translation import gettext_noop

ORIGIN: Final = "stairs"
TITLE: Final = gettext_noop("Stairs")
