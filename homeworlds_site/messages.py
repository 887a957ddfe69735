"""What a page is to say next, in a cookie that only this host can set."""

from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookie(CookieStorage):
    cookie_name = "__Host-messages"


class OfThisHost(FallbackStorage):
    """Django's own choice of stores, under another name."""

    storage_classes = (HostCookie, SessionStorage)
