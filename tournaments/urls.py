"""Mounted at the root of the site."""

from django.urls import path

from tournaments.views import directing, entering, listing, one

app_name = "tournaments"
urlpatterns = [
    path("events/", listing.events, name="events"),
    path("events/new/", listing.new, name="new"),
    path("events/new/shown/", listing.new_shown, name="new_shown"),
    path("events/<str:event>/", one.event, name="event"),
    path("events/<str:event>/progress/", one.progress, name="progress"),
    path("events/<str:event>/log/", one.log, name="log"),
    path("events/<str:event>/standings.csv", one.standings_file, name="standings_csv"),
    path("events/<str:event>/event.json", one.event_file, name="event_json"),
    path("events/<str:event>/enter/", entering.enter, name="enter"),
    path("events/<str:event>/leave/", entering.leave, name="leave"),
    path("events/<str:event>/withdraw/", entering.withdraw, name="withdraw"),
    path("events/<str:event>/return/", entering.come_back, name="return"),
    path("events/<str:event>/editions/", entering.every_edition, name="editions"),
    path("events/<str:event>/tables/<int:table>/vote/", entering.vote_at_table, name="vote"),
    path("events/<str:event>/direct-too/", entering.direct_too, name="direct_too"),
    path("events/<str:event>/direct/", directing.direct, name="direct"),
    path("events/<str:event>/direct/tables/<int:table>/", directing.decide, name="decide"),
    path("events/<str:event>/direct/<slug:act>/", directing.act, name="act"),
]
