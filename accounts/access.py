"""Who may act as staff."""

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.http import HttpRequest


def has_second_factor(request: HttpRequest) -> bool:
    """Whether the user has an authenticator app, whatever this session has shown."""
    has: bool = Authenticator.objects.filter(user=request.user, type=Authenticator.Type.TOTP).exists()
    return has


def showed_second_factor(request: HttpRequest) -> bool:
    """Whether this very session has given a code of an app (or a recovery code) that is still the user's."""
    records = get_authentication_records(request, request.user)
    ids = {record.get("id") for record in records if record.get("method") == "mfa"}
    return bool(ids) and Authenticator.objects.filter(user=request.user, pk__in=ids).exists()


def is_staff(request: HttpRequest) -> bool:
    """Staff, and known by two factors."""
    user = request.user
    return bool(user.is_authenticated and user.is_active and user.is_staff) and showed_second_factor(request)
