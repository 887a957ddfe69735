"""Mounted at the root of the site."""

from django.urls import path

from ladders.views import stairs

app_name = "ladders"
urlpatterns = [
    path("stairs/", stairs.stairs, name="stairs"),
    path("stairs/seasons/<int:number>/", stairs.season, name="stairs_season"),
    path("stairs/ask/", stairs.ask, name="stairs_ask"),
    path("stairs/withdraw/", stairs.withdraw, name="stairs_withdraw"),
    path("stairs/leave/", stairs.leave, name="stairs_leave"),
]
