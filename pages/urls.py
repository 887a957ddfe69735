from django.urls import path

from pages import views

app_name = "pages"
urlpatterns = [
    path("", views.home, name="home"),
    path("games/open/", views.open_games, name="open_games"),
    path("games/mine/", views.my_games, name="my_games"),
]
