"""The rooms of the staff: by the same door as everybody, and with a second factor."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from allauth.account.decorators import secure_admin_login
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import has_second_factor, is_staff, where_to_show_factor
from games.notices.reports import waiting_reports
from ratings import staff_facts, staff_sources
from ratings.weights import FEW_OPPONENTS
from ratings.what_counts import MOST_OF_A_PAIR, PAIR_DAYS
from upkeep.seconding import waiting
from upkeep.watching.alarms import states
from upkeep.watching.run_by import manage


class HouseAdmin(AdminSite):
    site_header = gettext_lazy("Homeworlds, staff")
    site_title = gettext_lazy("Homeworlds, staff")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """With the number of reports that wait, and of what one of staff asks of another."""
        more = {"open_reports": waiting_reports(), "open_requests": waiting().count()}
        return super().index(request, {**more, **(extra_context or {})})

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Sends visitors to the log-in, and staff to what they still have to show."""
        answer: HttpResponse = secure_admin_login(self._second_factor)(request)
        return answer

    def _second_factor(self, request: HttpRequest) -> HttpResponse:
        back = request.GET.get("next") or reverse("admin:index", current_app=self.name)
        if not has_second_factor(request):
            messages.info(
                request,
                _("Staff log in with a second factor: please set up an authenticator app, or add a passkey."),
            )
            return redirect("mfa_index")
        if is_staff(request):
            return redirect("admin:index")
        return HttpResponseRedirect(f"{reverse(where_to_show_factor(request))}?{urlencode({'next': back})}")

    def get_urls(self) -> list[URLResolver | URLPattern]:
        return [
            path("health/", self.admin_view(self.health), name="health"),
            path("rating-facts/", self.admin_view(self.rating_facts), name="rating_facts"),
            *super().get_urls(),
        ]

    def health(self, request: HttpRequest) -> HttpResponse:
        """What needs a hand, before all that is well."""
        known = sorted(states(), key=lambda state: (state.trouble is None, state.known))
        page = {"title": _("Health"), "states": known, "command": manage("alarms")}
        context = {**self.each_context(request), **page}
        return render(request, "admin/health.html", context)

    def rating_facts(self, request: HttpRequest) -> HttpResponse:
        """Of rated games: who wins always, gives up early, or meets too often."""
        context = {
            **self.each_context(request),
            "title": _("Rated games: facts"),
            "facts": staff_facts.facts_for_staff(),
            "days": staff_facts.DAYS,
            "most": staff_facts.LOOKED_AT,
            "least": staff_facts.LEAST_GAMES,
            "share": round(100 * staff_facts.ONE_SIDED),
            "favourite": round(100 * staff_facts.FAVOURITE),
            "few_turns": staff_facts.FEW_TURNS,
            "most_of_pair": MOST_OF_A_PAIR,
            "pair_days": PAIR_DAYS,
            "odd_points": round(staff_sources.ODD_POINTS),
            "few_opponents": FEW_OPPONENTS,
            "gone_days": staff_sources.GONE_AFTER.days,
        }
        return render(request, "admin/rating_facts.html", context)

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return redirect("account_change_password")
