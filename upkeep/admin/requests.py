"""What one of staff asks of another: seen as it would be done, and confirmed or refused."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.apps import apps
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.defaultfilters import yesno
from django.utils.translation import gettext as _

from upkeep.admin.pages import ActsWithReason, ReadOnly, ReasonForm
from upkeep.concerns import NotAlone, why_not_second
from upkeep.models import StaffRequest
from upkeep.seconding import NotWaiting, confirm_request, refuse_request, waiting


class Wanted(NamedTuple):
    """What somebody has asked for, as its own page would do it."""

    page: ActsWithReason
    shown: Any
    form: ReasonForm
    asked: StaffRequest

    @property
    def title(self) -> str:
        return str(self.page.label_of(self.asked.act))

    @property
    def sentences(self) -> list[tuple[str, str]]:
        """All that the form says, with what it calls it."""
        return [(str(field.label), _said(self.form, field)) for field in self.form]

    def why_not(self, staff: Any) -> NotAlone | None:
        """Why not to be confirmed by this one of staff."""
        return why_not_second(asker=self.asked.asker, staff=staff, rows=(self.page.judged(self.shown),))

    def do(self, staff: Any) -> object:
        """Raises ValidationError."""
        if not self.form.is_valid():
            raise NotWaiting
        return self.page.do(staff, self.asked.act, self.shown, self.form.cleaned_data)


def wanted(asked: StaffRequest) -> Wanted | None:
    """None: what it is about is gone."""
    model = apps.get_model(asked.page)
    page, shown = admin.site.get_model_admin(model), model._default_manager.filter(pk=asked.row).first()
    if shown is None:
        return None
    sent = QueryDict(mutable=True)
    for name, values in {**asked.arguments, "reason": [asked.reason]}.items():
        sent.setlist(name, values)
    return Wanted(page, shown, page.form_of(asked.act, shown)(sent), asked)


def _said(form: ReasonForm, field: BoundField) -> str:
    if not form.is_valid():
        return ", ".join(form.data.getlist(field.name))
    value, choices = form.cleaned_data[field.name], dict(getattr(field.field, "choices", ()))
    if isinstance(value, bool):
        return str(yesno(value))
    return ", ".join(str(choices.get(each, each)) for each in (value if isinstance(value, list) else [value]))


@admin.register(StaffRequest)
class StaffRequestAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["at", "asker", "act", "page", "until", "answer", "answered_by"]
    list_filter = [("answer", admin.EmptyFieldListFilter)]
    list_select_related = ["asker", "answered_by"]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        asked = self.get_object(request, object_id)
        if asked is None:
            raise Http404
        found = wanted(asked)
        refusal: ValidationError | None = NotWaiting()
        if found is not None and waiting().filter(pk=asked.pk).exists():
            refusal = found.why_not(request.user)
        if request.method == "POST" and found is not None:
            try:
                if answer := self._answer(request, asked, found):
                    return answer
            except ValidationError as problem:
                refusal = problem
        context = {
            **self.admin_site.each_context(request), "title": found.title if found else str(asked),
            "opts": self.opts, "asked": asked, "wanted": found, "refusal": refusal,
            "takes_back": asked.asker_id == request.user.pk and not isinstance(refusal, NotWaiting),
        }  # fmt: skip
        return render(request, "admin/request.html", context, status=422 if request.method == "POST" else 200)

    def _answer(self, request: HttpRequest, asked: StaffRequest, found: Wanted) -> HttpResponse | None:
        if "confirm" in request.POST:
            done = confirm_request(request_id=asked.pk, second=request.user, do=found.do)
            return found.page.after(request, asked.act, found.shown, done)
        if "refuse" not in request.POST:
            return None
        refuse_request(request_id=asked.pk, second=request.user, rows=(found.page.judged(found.shown),))
        messages.success(request, _("That is not done."))
        return redirect("admin:upkeep_staffrequest_changelist")
