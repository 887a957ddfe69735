from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from homeworlds_site.errors import robots
from pages.profiles import profile
from pages.ratings.player import player_ratings

handler400 = "homeworlds_site.errors.bad_request"
handler403 = "homeworlds_site.errors.permission_denied"
handler404 = "homeworlds_site.errors.not_found"
# The account library asks for this one when its own limits are reached.
handler429 = "homeworlds_site.errors.too_many_requests"
handler500 = "homeworlds_site.errors.server_error"

urlpatterns = [
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", RedirectView.as_view(url="/static/img/favicon.svg"), name="favicon"),
    path("accounts/", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("games/", include("games.urls")),
    path("games/", include("records.urls")),
    path("games/", include("study.urls")),
    path("players/<str:name>/ratings/", player_ratings, name="player_ratings"),
    path("players/<path:name>/", profile, name="profile"),
    path("", include("notices.urls")),
    path("", include("ladders.urls")),
    path("", include("tournaments.urls")),
    path("", include("pages.urls")),
]
