"""Mounted at the root of the site."""

from django.urls import path

from notices.bell import views as bell
from notices.feeds import views as feeds
from notices.hooks import views as hooks
from notices.switches.views import switches

app_name = "notices"
urlpatterns = [
    path("settings/notices/", switches, name="switches"),
    path("bell/", bell.bell, name="bell"),
    path("bell/seen/", bell.all_seen, name="all_seen"),
    path("settings/notices/elsewhere/", hooks.elsewhere, name="elsewhere"),
    path("settings/notices/elsewhere/new/", hooks.hook_new, name="hook_new"),
    path("settings/notices/elsewhere/links/", feeds.new_links, name="new_links"),
    path("settings/notices/elsewhere/<int:hook>/", hooks.hook, name="hook"),
    path("settings/notices/elsewhere/<int:hook>/told/", hooks.hook_told, name="hook_told"),
    path("settings/notices/elsewhere/<int:hook>/test/", hooks.hook_try, name="hook_try"),
    path("settings/notices/elsewhere/<int:hook>/again/", hooks.hook_again, name="hook_again"),
    path("settings/notices/elsewhere/<int:hook>/remove/", hooks.hook_remove, name="hook_remove"),
    path("settings/notices/elsewhere/of/<slug:about>/", hooks.elsewhere_about, name="elsewhere_about"),
    path("settings/notices/elsewhere/of/<slug:about>/new/", hooks.hook_new, name="hook_new_about"),
    path("feeds/mine/<slug:token>/calendar.ics", feeds.calendar, name="calendar"),
    path("feeds/mine/<slug:token>/notices.atom", feeds.own_notices, name="own_feed"),
    path("feeds/mine/<slug:token>/<slug:about>.atom", feeds.feed_by_link, name="feed_by_link"),
    path("feeds/<slug:about>.atom", feeds.feed, name="feed"),
]
