from django.urls import include, path

from accounts import views

urlpatterns = [
    path("keep/", views.keep, name="account_keep"),
    path("settings/", views.preferences, name="account_preferences"),
    path("", include("allauth.account.urls")),
]
