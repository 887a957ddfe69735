"""Addresses that are said again and again: a table says some thirty of one game."""

from __future__ import annotations

from functools import lru_cache

from django.urls import get_script_prefix, get_urlconf, reverse


def address_of(name: str, *args: str | int) -> str:
    """What `reverse` says, kept; for sites where no app stands under two names. Raises NoReverseMatch."""
    return _kept(get_script_prefix(), get_urlconf(), name, *args)


@lru_cache(maxsize=4096, typed=True)
def _kept(_prefix: str, _urlconf: str | None, name: str, *args: str | int) -> str:
    return reverse(name, args=args)
