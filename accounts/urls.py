from allauth.account import views as library
from django.urls import include, path

from accounts import quiet_views, views

urlpatterns = [
    path("keep/", views.keep, name="account_keep"),
    path("settings/", views.preferences, name="account_preferences"),
    path("name/", views.rename, name="account_rename"),
    path("quiet/", quiet_views.quiets, name="account_quiets"),
    path("quiet/<slug:public_id>/", quiet_views.quiet_one, name="account_quiet"),
    path("mail-off/<str:token>/", views.mail_off, name="mail_off"),
    # The same addresses and names as the library's own, with a guard before them.
    path("signup/", views.people_only(library.signup), name="account_signup"),
    path("email/", views.people_only(library.email), name="account_email"),
    path("password/change/", views.people_only(library.password_change), name="account_change_password"),
    path("password/set/", views.people_only(library.password_set), name="account_set_password"),
    path("", include("allauth.account.urls")),
    path("second-factor/", include("allauth.mfa.urls")),
]
