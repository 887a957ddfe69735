"""Django's `url`, by addresses that are kept."""

from __future__ import annotations

from django.template import Context, Library
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as do_url
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from upkeep.kept.addresses import address_of

register = Library()


class KeptAddress(URLNode):
    """Of an address that is put right there, without named arguments."""

    def render(self, context: Context) -> SafeString:
        address = address_of(self.view_name.resolve(context), *[arg.resolve(context) for arg in self.args])
        return conditional_escape(address) if context.autoescape else SafeString(address)


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    node = do_url(parser, token)
    return node if node.asvar or node.kwargs else KeptAddress(node.view_name, node.args, node.kwargs, None)
