"""Addresses that are said again and again: a table says some thirty of one game. In templates Django's `url`
says them so."""

from __future__ import annotations

from functools import lru_cache

from django.template import Context, Library
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as do_url
from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

register = Library()


def address_of(name: str, *args: str | int) -> str:
    """What `reverse` says, kept; for sites where no app stands under two names. Raises NoReverseMatch."""
    return _kept(get_script_prefix(), get_urlconf(), name, *args)


@lru_cache(maxsize=4096, typed=True)
def _kept(_prefix: str, _urlconf: str | None, name: str, *args: str | int) -> str:
    return reverse(name, args=args)


class KeptAddress(URLNode):
    """Of an address that is put right there, without named arguments."""

    def render(self, context: Context) -> SafeString:
        address = address_of(self.view_name.resolve(context), *[arg.resolve(context) for arg in self.args])
        return conditional_escape(address) if context.autoescape else SafeString(address)


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    node = do_url(parser, token)
    return node if node.asvar or node.kwargs else KeptAddress(node.view_name, node.args, node.kwargs, None)
