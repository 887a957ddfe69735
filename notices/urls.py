from django.urls import path

from notices.switches.views import switches

app_name = "notices"
urlpatterns = [
    path("settings/notices/", switches, name="switches"),
]
