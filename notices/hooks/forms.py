"""What is asked of an address elsewhere."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from notices.hooks.models import LONGEST_NAME, Hook
from notices.hooks.refusals import HookRefusal
from notices.hooks.services import schema_of
from upkeep.outside import LONGEST_ADDRESS

HELP = _(
    "What Discord, Slack, Google Chat, ntfy.sh or the bridge of Matrix gives you; tgram://… for "
    "Telegram; or https://… for a server of your own."
)


class HookForm(forms.Form):
    """Without a hook for a new one; of one that there is the address is not shown again."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, strip=True)
    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        strip=True,
        help_text=HELP,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "inputmode": "url"}),
    )

    def __init__(self, data: QueryDict | None = None, *, hook: Hook | None = None) -> None:
        super().__init__(data, initial={"name": hook.name} if hook else None)
        if hook is not None:
            self.fields["address"].required = False
            self.fields["address"].help_text = _(
                "Leave it empty and it stays as it is; nobody sees it again."
            )

    def clean_address(self) -> str:
        address: str = self.cleaned_data["address"]
        if address:
            try:
                schema_of(address)
            except HookRefusal as refusal:
                raise forms.ValidationError(refusal.sentence) from refusal
        return address
