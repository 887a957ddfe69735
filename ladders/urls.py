"""Mounted at the root of the site."""

from django.urls import path

from ladders.ladder import views as ladder
from ladders.stairs import views as stairs
from ladders.wishes import views as wishes

app_name = "ladders"
urlpatterns = [
    path("stairs/", stairs.stairs, name="stairs"),
    path("stairs/seasons/<int:number>/", stairs.season, name="stairs_season"),
    path("stairs/ask/", stairs.ask, name="stairs_ask"),
    path("stairs/withdraw/", stairs.withdraw, name="stairs_withdraw"),
    path("stairs/leave/", stairs.leave, name="stairs_leave"),
    path("ladders/", ladder.ladders, name="ladders"),
    path("ladders/<str:ladder>/", ladder.ladder, name="ladder"),
    path("ladders/<str:ladder>/events/", ladder.events, name="events"),
    path("ladders/<str:ladder>/join/", ladder.join, name="join"),
    path("ladders/<str:ladder>/leave/", ladder.leave, name="leave"),
    path("ladders/<str:ladder>/offer/", ladder.offer, name="offer"),
    path("ladders/<str:ladder>/back/", ladder.back, name="back"),
    path("ladders/<str:ladder>/challenge/<str:player>/", ladder.send_challenge, name="challenge"),
    path("find/", wishes.find, name="find"),
    path("find/<int:wish_id>/withdraw/", wishes.withdraw, name="wish_withdraw"),
    path("find/<int:wish_id>/answer/", wishes.answer, name="wish_answer"),
]
