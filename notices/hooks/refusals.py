"""Why an address is not kept, or not told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from notices.hooks.words import ANSWERS

SENTENCES: Final[Mapping[str, Promise]] = {
    **ANSWERS,
    "off": _("It is switched off. Change it, and it is on again."),
    "not-yours": _("This address is not yours to change."),
    "not-there": _("This message cannot be sent again: it is on its way, or forgotten."),
    "too-many": _("These are as many addresses as there can be. Remove one first."),
}


class HookRefusal(Exception):
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        return str(SENTENCES[self.code])
