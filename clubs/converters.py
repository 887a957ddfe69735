"""What the addresses of clubs are made of."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from clubs.models import CLUB_ID_LENGTH
from upkeep.public_ids import ALPHABET


class ClubId(StringConverter):
    """The id of a club in an address; nothing else under /clubs/ looks like one."""

    regex = f"[{ALPHABET}]{{{CLUB_ID_LENGTH}}}"


register_converter(ClubId, "club")
