from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms import PreferencesForm
from accounts.services import save_preferences


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    form = PreferencesForm(request.POST) if request.method == "POST" else PreferencesForm.of(request.user)
    if request.method == "POST" and form.is_valid():
        save_preferences(player=request.user, **form.cleaned_data)
        messages.success(request, _("Your settings are saved."))
        return redirect("account_preferences")
    return render(request, "accounts/preferences.html", {"form": form}, status=422 if form.errors else 200)


def keep(request: HttpRequest) -> HttpResponse:
    return redirect("account_signup")
