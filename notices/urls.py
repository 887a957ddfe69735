"""Mounted at the root of the site."""

from django.urls import path

from notices.bell import views as bell
from notices.digest.views import digest_off, hours
from notices.feeds import views as feeds
from notices.hooks import views as hooks
from notices.push import views as push
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
    path("settings/notices/push/", push.page, name="push"),
    path("settings/notices/push/key/", push.key, name="push_key"),
    path("settings/notices/push/on/", push.subscribe, name="push_subscribe"),
    path("settings/notices/push/renewed/", push.renew, name="push_renew"),
    path("settings/notices/push/asked/", push.asked, name="push_asked"),
    path("settings/notices/push/words/", push.words, name="push_words"),
    path("settings/notices/push/iphone/", push.iphone, name="push_iphone"),
    path("settings/notices/push/arrived/<str:token>/", push.arrived, name="push_arrived"),
    path("settings/notices/push/shown/", push.shown, name="push_shown"),
    path("settings/notices/push/pressed/<str:token>/", push.pressed, name="push_pressed"),
    path("settings/notices/push/<int:pk>/", push.device, name="push_device"),
    path("settings/notices/push/<int:pk>/test/", push.test, name="push_test"),
    path("settings/notices/when/", hours, name="hours"),
    path("digest/off/<str:token>/", digest_off, name="digest_off"),
]
