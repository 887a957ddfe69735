"""Django's `i18n` tags, for templates that load this instead; of them `translate` keeps
what it said in a language: a page says forty."""

from __future__ import annotations

from django.template import Context, Library
from django.template.base import Parser, Token
from django.templatetags import i18n
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class KeptTranslation(i18n.TranslateNode):
    """Of words that stand in the template itself."""

    def __init__(self, node: i18n.TranslateNode) -> None:
        super().__init__(node.filter_expression, node.noop, node.asvar, node.message_context)
        self._said: dict[tuple[str | None, bool], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        key = (get_language(), context.autoescape)
        said = self._said.get(key)
        if said is None:
            said = self._said[key] = super().render(context)
        return said


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> i18n.TranslateNode:
    node: i18n.TranslateNode = i18n.do_translate(parser, token)
    return KeptTranslation(node) if node.asvar is None and _is_fixed(node) else node


def _is_fixed(node: i18n.TranslateNode) -> bool:
    said = [node.filter_expression, *([node.message_context] if node.message_context else [])]
    # A variable that is read has no literal; a constant is one, or a string before Django wraps it.
    return all(not each.filters and isinstance(getattr(each.var, "literal", each.var), str) for each in said)
