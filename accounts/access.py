"""Who may act as staff."""

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.db.models import QuerySet
from django.http import HttpRequest


def has_second_factor(request: HttpRequest) -> bool:
    """Whether the user has an authenticator app or a passkey, whatever this session has shown."""
    has: bool = _factors(request).exists()
    return has


def where_to_show_factor(request: HttpRequest) -> str:
    """The name of the page that asks for it: the app's, which takes recovery codes too, or for who has only
    passkeys theirs."""
    has_app = _factors(request).filter(type=Authenticator.Type.TOTP).exists()
    return "mfa_reauthenticate" if has_app else "mfa_reauthenticate_webauthn"


def _factors(request: HttpRequest) -> QuerySet[Authenticator]:
    return Authenticator.objects.filter(user=request.user).exclude(type=Authenticator.Type.RECOVERY_CODES)


def showed_second_factor(request: HttpRequest) -> bool:
    """Whether this very session has shown what is still the user's: a passkey, or a code of an app or for
    recovery."""
    records = get_authentication_records(request, request.user)
    ids = {record.get("id") for record in records if record.get("method") == "mfa"}
    return bool(ids) and Authenticator.objects.filter(user=request.user, pk__in=ids).exists()


def is_staff(request: HttpRequest) -> bool:
    """Staff, and known by two factors."""
    user = request.user
    return bool(user.is_authenticated and user.is_active and user.is_staff) and showed_second_factor(request)
