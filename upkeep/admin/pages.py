"""What pages of staff have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from upkeep.concerns import NotAlone
from upkeep.growing.staff_lists import BoundedPaginator, found_by_people
from upkeep.seconding import ask_another

LOOK: Final = "look"
"""The act of looking, among those that can be asked of another."""
LOOK_UPS_OF_FILTERS: Final = frozenset({"", "exact", "isnull", "isempty"})


class ReadOnly:
    """For all staff to see and for nobody to change: what staff do goes through services."""

    list_filter: ClassVar[Sequence[Any]]
    show_full_result_count = False
    paginator: Any = BoundedPaginator
    people: ClassVar[tuple[str, ...]] = ()
    """By whose names it is searched."""
    exactly: ClassVar[tuple[str, ...]] = ()
    """What else is searched for then, as it is written."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if self.people and search_term.strip():
            return found_by_people(queryset, search_term.strip(), self.people, self.exactly), False
        found: tuple[QuerySet[Any], bool] = super().get_search_results(request, queryset, search_term)  # type: ignore[misc]
        return found

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_staff

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_staff

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what `list_filter` names: any other look-up would spell out, letter by letter, what no page
        shows."""
        named = {entry[0] if isinstance(entry, tuple) else entry for entry in self.list_filter}
        field, _between, how = lookup.partition("__")
        return field in named and how in LOOK_UPS_OF_FILTERS


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("All staff can read it, for ever, and so can whom it concerns."),
    )


class ActsWithReason(ReadOnly, admin.ModelAdmin):
    """Beside what it shows stand the acts of staff, each on a page that asks for the reason.

    An act is a service that takes `staff`, `reason` and what `done_to` gives, writes itself down in its own
    commit, and raises ValidationError.
    """

    acts: ClassVar[Mapping[str, Callable[..., object]]]
    """By their names in addresses."""
    labels: ClassVar[Mapping[str, Promise]]
    forms: ClassVar[Mapping[str, type[ReasonForm]]] = {}
    """Of the acts that ask for more than a reason; the services are told all of it."""
    change_form_template = "admin/with_acts.html"
    act_template = "admin/act.html"

    def done_to(self, shown: Any) -> dict[str, Any]:
        """What the services are told of the object shown."""
        raise NotImplementedError

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_act"
        act = path("<int:pk>/act/<slug:act>/", self.admin_site.admin_view(self.act), name=name)
        return [act, *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        more = {"acts": self.labels, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, more)

    def act(self, request: HttpRequest, pk: int, act: str) -> HttpResponse:
        shown = self.get_object(request, str(pk))
        if act not in self.acts or shown is None:
            raise Http404
        return self.ask_why(request, act, shown)

    def ask_why(self, request: HttpRequest, act: str, shown: Any) -> HttpResponse:
        """The page of an act, whose form does it; who may not do it alone asks another by the same form."""
        form = self.form_of(act, shown)(request.POST if request.method == "POST" else None)
        not_alone = False
        if form.is_valid():
            try:
                if "ask" in request.POST:
                    return self._asked(request, act, shown, form)
                done = self.do(request.user, act, shown, form.cleaned_data)
            except ValidationError as refusal:
                form.add_error(None, refusal)
                not_alone = isinstance(refusal, NotAlone)
            else:
                return self.after(request, act, shown, done)
        context = {
            **self.admin_site.each_context(request), "title": self.label_of(act), "object": shown,
            "form": form, "opts": self.opts, "not_alone": not_alone,
        }  # fmt: skip
        return render(request, self.act_template, context, status=422 if form.errors else 200)

    def _asked(self, request: HttpRequest, act: str, shown: Any, form: ReasonForm) -> HttpResponse:
        sent = {name: form.data.getlist(name) for name in form.fields if name in form.data}
        (reason,) = sent.pop("reason")
        page = self.opts.label_lower
        asked = ask_another(
            asker=request.user, page=page, row=shown.pk, act=act, arguments=sent, reason=reason
        )
        return redirect("admin:upkeep_staffrequest_change", asked.pk)

    def do(self, staff: Any, act: str, shown: Any, said: Mapping[str, Any]) -> object:
        """Raises ValidationError."""
        return self.acts[act](staff=staff, **said, **self.done_to(shown))

    def judged(self, shown: Any) -> Model:
        """The row that has to be nobody's own concern who acts."""
        row: Model = shown
        return row

    def label_of(self, act: str) -> Promise:
        return self.labels[act]

    def form_of(self, act: str, shown: Any) -> Callable[..., ReasonForm]:
        """Makes the form of an act on the object shown."""
        return self.forms.get(act, ReasonForm)

    def after(self, request: HttpRequest, act: str, shown: Any, done: object) -> HttpResponse:
        """Where an act leads that gave back `done`."""
        messages.success(request, _("That is done and written down."))
        return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", shown.pk)


class LooksWithReason(ActsWithReason):
    """What is not for everybody's eyes is shown to staff who say why, each time anew."""

    look_title: ClassVar[Promise]

    def is_private(self, shown: Any) -> bool:
        raise NotImplementedError

    def look(self, staff: Any, shown: Any, reason: str) -> object:
        """Writes down that staff look, and why. Raises ValidationError."""
        raise NotImplementedError

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        shown = self.get_object(request, object_id)
        asks = shown is not None and self.is_private(shown)
        if asks and request.session.pop(self._looked_at, None) != object_id:
            if not self.has_view_permission(request, shown):
                raise PermissionDenied
            return self.ask_why(request, LOOK, shown)
        return super().change_view(request, object_id, form_url, extra_context)

    @property
    def _looked_at(self) -> str:
        """Where the session keeps for which one a reason was given."""
        return f"{self.opts.model_name}_looked_at"

    def do(self, staff: Any, act: str, shown: Any, said: Mapping[str, Any]) -> object:
        return self.look(staff, shown, said["reason"]) if act == LOOK else super().do(staff, act, shown, said)

    def label_of(self, act: str) -> Promise:
        return self.look_title if act == LOOK else super().label_of(act)

    def after(self, request: HttpRequest, act: str, shown: Any, done: object) -> HttpResponse:
        if act != LOOK:
            return super().after(request, act, shown, done)
        request.session[self._looked_at] = str(shown.pk)
        return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", shown.pk)
