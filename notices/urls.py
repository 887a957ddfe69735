from django.urls import path

from notices.bell import views as bell
from notices.digest.views import digest_off, hours

app_name = "notices"
urlpatterns = [
    path("bell/", bell.bell, name="bell"),
    path("bell/seen/", bell.all_seen, name="all_seen"),
    path("settings/notices/when/", hours, name="hours"),
    path("digest/off/<str:token>/", digest_off, name="digest_off"),
]
