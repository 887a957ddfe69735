from django.urls import path

from pages import developers, views

app_name = "pages"
urlpatterns = [
    path("", views.home, name="home"),
    path("developers/mail/", developers.mails, name="developers_mail"),
    path("games/open/", views.open_games, name="open_games"),
    path("games/mine/", views.my_games, name="my_games"),
]
