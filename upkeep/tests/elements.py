"""What stands on a page, asked as a reader of it asks: by role, accessible name or id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PageElement

TAGS = {
    "heading": "h1, h2, h3, h4, h5, h6",
    "link": "a[href]",
    "button": "button, summary, input[type=submit], input[type=button]",
    "textbox": "textarea, input:not([type]), input[type=text], input[type=email], input[type=url]",
    "searchbox": "input[type=search]",
    "checkbox": "input[type=checkbox]",
    "radio": "input[type=radio]",
    "combobox": "select",
    "option": "option",
    "list": "ul, ol",
    "listitem": "li",
    "table": "table",
    "row": "tr",
    "columnheader": "th[scope=col], thead th",
    "image": "img, svg[role=img]",
    "navigation": "nav",
    "main": "main",
    "group": "fieldset, details",
    "form": "form",
    "region": "section[aria-label], section[aria-labelledby]",
    "article": "article",
    "paragraph": "p",
    "term": "dt",
    "definition": "dd",
}
INLINE = set("a abbr b bdi cite code em i kbd mark output s small span strong sub sup time u var".split())
ROLE_OF = {"img": "image"}


class Element:
    """One element of a page, or the page."""

    def __init__(self, tag: Tag, page: BeautifulSoup) -> None:
        self.tag, self._page = tag, page

    def __repr__(self) -> str:
        return f"<{self.tag.name} {self.name or self.text[:60]!r}>"

    def __getitem__(self, attribute: str) -> str:
        """An attribute that it must have; several classes stay one text."""
        assert attribute in self.tag.attrs, f"{self!r} has no {attribute}: {self.tag.attrs}"
        value = self.tag.attrs[attribute]
        return value if isinstance(value, str) else " ".join(value)

    def __contains__(self, attribute: str) -> bool:
        return attribute in self.tag.attrs

    @property
    def text(self) -> str:
        return _plain(_read(self.tag))

    @property
    def name(self) -> str:
        """Its accessible name: aria-label, aria-labelledby, its label, its text or its alternative text."""
        if label := self.tag.get("aria-label"):
            return _plain(str(label))
        if ids := self.tag.get("aria-labelledby"):
            return " ".join(_plain(_read(self._by_id(each))) for each in str(ids).split())
        if self.tag.name in ("input", "select", "textarea"):
            return self._name_of_field()
        if self.tag.name == "fieldset":
            return _plain(_read(legend)) if (legend := self.tag.find("legend")) else ""
        if self.tag.name == "img":
            return _plain(str(self.tag.get("alt", "")))
        return self.text

    @property
    def value(self) -> str:
        """What a field holds."""
        if self.tag.name == "select":
            chosen = self.tag.select_one("option[selected]") or self.tag.select_one("option")
            return str(chosen.get("value", _plain(_read(chosen)))) if chosen else ""
        return self.tag.get_text() if self.tag.name == "textarea" else str(self.tag.get("value", ""))

    @property
    def description(self) -> str:
        """What `aria-describedby` leads to: the help and the errors of a field."""
        ids = str(self.tag.get("aria-describedby", "")).split()
        return " ".join(_plain(_read(self._by_id(each))) for each in ids)

    def all(self, role: str, name: str | re.Pattern[str] | None = None, **attributes: str) -> list[Element]:
        """In the order of the page. A name is the whole one, or a pattern to be found in it."""
        explicit = f"[role={role}]"
        selector = f"{TAGS[role]}, {explicit}" if role in TAGS else explicit
        found = (Element(tag, self._page) for tag in self.tag.select(selector) if _has_role(tag, role))
        return [each for each in found if _named(each, name) and each._has(attributes)]

    def one(self, role: str, name: str | re.Pattern[str] | None = None, **attributes: str) -> Element:
        found = self.all(role, name, **attributes)
        there = [each.name for each in self.all(role)]
        assert len(found) == 1, f"{len(found)} of role {role} named {name!r} {attributes}; here are {there}"
        return found[0]

    def names(self, role: str) -> list[str]:
        """The names of all of this role; what a page must not offer is asked of these."""
        return [each.name for each in self.all(role)]

    def texts(self, role: str) -> list[str]:
        return [each.text for each in self.all(role)]

    @property
    def targets(self) -> list[str]:
        """Where its links lead, then where its forms are sent."""
        forms = [each["action"] for each in self.select("form[action]")]
        return [each["href"] for each in self.select("a[href]")] + forms

    def by_id(self, id_: str) -> Element:
        found = self.find_id(id_)
        assert found is not None, f"nothing has the id {id_}; here are {self.ids}"
        return found

    def find_id(self, id_: str) -> Element | None:
        tag = self.tag.find(id=id_)
        return Element(tag, self._page) if isinstance(tag, Tag) else None

    @property
    def ids(self) -> list[str]:
        return [str(tag["id"]) for tag in self.tag.select("[id]")]

    def repeated_ids(self) -> list[str]:
        """Those that more than one element has."""
        ids = [str(each.get("id")) for each in self.tag.select("[id]")]
        return sorted({id_ for id_ in ids if ids.count(id_) > 1})

    def select(self, selector: str) -> list[Element]:
        """For what no role tells: a CSS selector."""
        return [Element(tag, self._page) for tag in self.tag.select(selector)]

    def field(self, name: str) -> Element:
        """The field that is sent under this name; the first of several."""
        found = self.select(f'[name="{name}"]')
        sent = [each["name"] for each in self.select("[name]")]
        assert found, f"no field is sent as {name}; here are {sent}"
        return found[0]

    def _has(self, attributes: dict[str, str]) -> bool:
        return all(name in self and self[name] == value for name, value in attributes.items())

    def _by_id(self, id_: str) -> Tag:
        tag = self._page.find(id=id_)
        assert isinstance(tag, Tag), f"{self.tag.name} points to the id {id_}, which nothing has"
        return tag

    def _name_of_field(self) -> str:
        if self.tag.get("type") in ("submit", "button"):
            return str(self.tag.get("value", ""))
        around = self.tag.find_parent("label")
        id_ = self.tag.get("id")
        label = around or (self._page.find("label", attrs={"for": id_}) if id_ else None)
        return _plain(_read(label)) if label else str(self.tag.get("placeholder", ""))


def page_of(answer: Any) -> Element:
    """Of a response or of the text of a page or fragment."""
    page = BeautifulSoup(answer if isinstance(answer, str) else answer.content.decode(), "html.parser")
    return Element(page, page)


def code_in(page: Element) -> list[str]:
    """What the Content-Security-Policy of the site refuses: scripts, styles and handlers in the page."""
    found = [each.tag.name for each in page.select("script:not([src]), style")]
    named = (name for tag in page.tag.find_all(True) for name in tag.attrs)
    return found + [name for name in named if name == "style" or name.startswith(("on", "hx-on"))]


def as_sent(answer: Any) -> str:
    """Every character of a response: for plain text and drawings, and to compare all that was sent."""
    return answer.content.decode()


def nowhere_in(answer: Any, secret: str | re.Pattern[str]) -> bool:
    """Not in an attribute, a comment or a script either, neither as it is nor escaped: nobody finds it."""
    pattern = re.compile(re.escape(secret)) if isinstance(secret, str) else secret
    assert not pattern.search(""), "this would be found everywhere"
    sent = as_sent(answer)
    return pattern.search(sent) is None and pattern.search(unescape(sent)) is None


def _plain(text: str) -> str:
    return " ".join(text.split())


def _read(node: PageElement) -> str:
    """The cells of a row stay apart, as they are seen; comments and scripts are left out."""
    if not isinstance(node, Tag):
        return str(node) if type(node) is NavigableString else ""
    inner = "".join(map(_read, node.children))
    return inner if node.name in INLINE else f" {inner} "


def _named(element: Element, name: str | re.Pattern[str] | None) -> bool:
    if name is None:
        return True
    return element.name == name if isinstance(name, str) else name.search(element.name) is not None


def _has_role(tag: Tag, role: str) -> bool:
    """Hidden elements have none; an explicit role replaces that of the tag."""
    if any(each.has_attr("hidden") or each.name == "template" for each in _upwards(tag)):
        return False
    explicit = tag.get("role")
    return explicit is None or ROLE_OF.get(str(explicit), str(explicit)) == role


def _upwards(tag: Tag) -> Iterator[Tag]:
    yield tag
    yield from (parent for parent in tag.parents if isinstance(parent, Tag))
