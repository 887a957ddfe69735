from allauth.account import views as library
from allauth.mfa.base import views as factor
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as app
from allauth.mfa.webauthn import views as passkeys
from django.urls import include, path

from accounts import language_views, passkey_views, quiet_views, security_views, views
from accounts.own_data.views import own_data
from accounts.staff.views import staff_acts

# The same addresses and names as the library's own, with a guard before them; so are some further down.
second_factor = [
    path("", views.people_only(factor.index), name="mfa_index"),
    path("reauthenticate/", views.people_only(factor.reauthenticate), name="mfa_reauthenticate"),
    path("totp/activate/", views.with_address(app.activate_totp), name="mfa_activate_totp"),
    path(
        "totp/deactivate/",
        views.people_only(passkey_views.DeactivateAppView.as_view()),
        name="mfa_deactivate_totp",
    ),
    path("recovery-codes/", views.people_only(codes.view_recovery_codes), name="mfa_view_recovery_codes"),
    path(
        "recovery-codes/generate/",
        views.people_only(codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "recovery-codes/download/",
        views.people_only(codes.download_recovery_codes),
        name="mfa_download_recovery_codes",
    ),
    path("webauthn/", views.people_only(passkeys.list_webauthn), name="mfa_list_webauthn"),
    path("webauthn/add/", views.with_address(passkey_views.AddView.as_view()), name="mfa_add_webauthn"),
    path(
        "webauthn/reauthenticate/",
        views.people_only(passkey_views.ReauthenticateView.as_view()),
        name="mfa_reauthenticate_webauthn",
    ),
    path("webauthn/login/", passkey_views.LoginView.as_view(), name="mfa_login_webauthn"),
    path(
        "webauthn/keys/<int:pk>/remove/",
        views.people_only(passkeys.remove_webauthn),
        name="mfa_remove_webauthn",
    ),
    path("webauthn/keys/<int:pk>/edit/", views.people_only(passkeys.edit_webauthn), name="mfa_edit_webauthn"),
]

urlpatterns = [
    path("keep/", views.keep, name="account_keep"),
    path("settings/", views.preferences, name="account_preferences"),
    path("name/", views.rename, name="account_rename"),
    path("staff-acts/", staff_acts, name="account_acts"),
    path("data/", own_data, name="account_data"),
    path("delete/", views.delete, name="account_delete"),
    path("sessions/", security_views.sessions, name="account_sessions"),
    path("address-undo/<str:token>/", security_views.address_undo, name="account_address_undo"),
    path("language/", language_views.language, name="account_language"),
    path("quiet/", quiet_views.quiets, name="account_quiets"),
    path("quiet/<slug:public_id>/", quiet_views.quiet_one, name="account_quiet"),
    path("mail-off/<str:token>/", views.mail_off, name="mail_off"),
    path("signup/", views.people_only(library.signup), name="account_signup"),
    path("email/", views.people_only(library.email), name="account_email"),
    path("password/change/", views.people_only(library.password_change), name="account_change_password"),
    path("password/set/", views.people_only(library.password_set), name="account_set_password"),
    path("reauthenticate/", views.people_only(library.reauthenticate), name="account_reauthenticate"),
    path("second-factor/", include(second_factor)),
    path("second-factor/", include("allauth.mfa.urls")),
    path("", include("allauth.account.urls")),
]
