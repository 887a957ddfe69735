from django.urls import path

from notices.bell import views as bell
from notices.switches.views import switches

app_name = "notices"
urlpatterns = [
    path("settings/notices/", switches, name="switches"),
    path("bell/", bell.bell, name="bell"),
    path("bell/seen/", bell.all_seen, name="all_seen"),
]
