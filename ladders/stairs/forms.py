"""What somebody accepts who asks for a table of the stairs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from board.words.rules import variant_name
from homeworlds.rules import Variant
from ladders.arithmetic.seating import SIZES
from ladders.models import StairsPlayer
from ladders.stairs.looking import VARIANTS

_lazy_variant = lazy(variant_name, str)


class AskForm(forms.Form):
    variants = forms.TypedMultipleChoiceField(
        label=_("Variants that I play"),
        choices=[(str(variant), _lazy_variant(variant)) for variant in VARIANTS],
        coerce=Variant,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one variant that you would play.")},
    )
    sizes = forms.TypedMultipleChoiceField(
        label=_("Players at a table"),
        choices=[(size, str(size)) for size in SIZES],
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one number of players.")},
    )

    def __init__(self, data: Any = None, *, own: StairsPlayer | None) -> None:
        """What was accepted last; the first time everything."""
        chosen = {"variants": [str(variant) for variant in VARIANTS], "sizes": list(SIZES)}
        if own is not None and own.variants:
            chosen = {"variants": own.variants, "sizes": own.sizes}
        super().__init__(data, initial=chosen)
        self._chosen = chosen

    @property
    def in_short(self) -> str:
        """What is accepted unless something is changed here."""
        variants = ", ".join([variant_name(Variant(variant)) for variant in self._chosen["variants"]])
        sizes = ", ".join([str(size) for size in self._chosen["sizes"]])
        return gettext("{variants}; tables of {sizes}").format(variants=variants, sizes=sizes)
