from django.urls import path

from notices.bell import views as bell

app_name = "notices"
urlpatterns = [
    path("bell/", bell.bell, name="bell"),
    path("bell/seen/", bell.all_seen, name="all_seen"),
]
