"""A person with a browser and no JavaScript: reads pages, fills in the forms that stand on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, NamedTuple, Self
from urllib.parse import urljoin

from django.http import HttpResponse
from django.test import Client

from accounts.models import Player

HTMX = {"HX-Request": "true"}


class Button(NamedTuple):
    name: str
    value: str


@dataclass
class PageForm:
    """A form as it stands on a page: what a browser would send of it untouched."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    """Of everything that can be filled in, chosen or not."""
    choices: dict[str, list[str]] = field(default_factory=dict)
    """Of radio buttons and lists."""
    buttons: list[Button] = field(default_factory=list)
    htmx_action: str = ""
    """Where HTMX sends it, if it does."""

    def filled(self, button: str = "", **values: str) -> list[tuple[str, str]]:
        """What the browser sends with these values and by this button. LookupError: nobody could do that."""
        for name, value in values.items():
            if name not in self.names:
                raise LookupError(f"the form {self.action} has no field {name}")
            if name in self.choices and value not in self.choices[name]:
                raise LookupError(f"{value!r} is not offered for {name}, but {self.choices[name]}")
        kept = [(name, value) for name, value in self.fields if name not in values]
        pressed = next((each for each in self.buttons if button and each.name == button), None)
        if button and pressed is None:
            raise LookupError(f"the form {self.action} has no button {button}")
        return [*kept, *values.items(), *([tuple(pressed)] if pressed else [])]


class _FormReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self.by_id: dict[str, PageForm] = {}
        self._form: PageForm | None = None
        self._select: tuple[PageForm | None, str] = (None, "")
        self._area: tuple[PageForm, str] | None = None
        self._area_text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = PageForm(given.get("action", ""), given.get("method", "get").lower())
            self._form.htmx_action = given.get("hx-post", "")
            self.forms.append(self._form)
            if "id" in given:
                self.by_id[given["id"]] = self._form
        elif tag in ("input", "button", "select", "textarea", "option"):
            self._control(tag, given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "textarea" and self._area is not None:
            form, name = self._area
            form.fields.append((name, self._area_text.removeprefix("\n")))
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area_text += data

    def _control(self, tag: str, given: dict[str, str]) -> None:
        form = self.by_id.get(given["form"]) if "form" in given else self._form
        name = given.get("name", "")
        if tag == "option":
            form, name = self._select
        if form is None or not name or "disabled" in given:
            return
        kind = given.get("type", "submit" if tag == "button" else "text")
        value = given.get("value", "on" if kind in ("checkbox", "radio") else "")
        if tag == "select":
            self._select = (form, name)
            form.names.add(name)
            form.choices.setdefault(name, [])
        elif tag == "option":
            form.choices[name].append(value)
            sent = [each for each, _ in form.fields]
            if name not in sent:
                form.fields.append((name, value))
            elif "selected" in given:
                form.fields[sent.index(name)] = (name, value)
        elif tag == "textarea":
            form.names.add(name)
            self._area, self._area_text = (form, name), ""
        elif tag == "button" or kind in ("submit", "image"):
            form.buttons.append(Button(name, value))
        else:
            form.names.add(name)
            if kind == "radio":
                form.choices.setdefault(name, []).append(value)
            if kind not in ("radio", "checkbox") or "checked" in given:
                form.fields.append((name, value))


def forms_on(response: HttpResponse) -> list[PageForm]:
    reader = _FormReader()
    reader.feed(response.content.decode())
    return reader.forms


class Browser:
    """One logged-in browser. `checks_csrf`: as strict about the token as the real site."""

    def __init__(self, player: Player | None = None, *, checks_csrf: bool = False) -> None:
        self.client = Client(enforce_csrf_checks=checks_csrf)
        if player is not None:
            self.client.force_login(player)
        self.url = "/"
        self.page: Any = None

    def open(self, url: str, **headers: str) -> Self:
        self.url = url
        self.page = self.client.get(url, headers=headers)
        assert self.page.status_code == 200, f"{url} answers {self.page.status_code}"
        return self

    def form(self, *fields: str, action: str = "") -> PageForm:
        """The first form on the page with these fields, and this in its address."""
        for form in forms_on(self.page):
            where = urljoin(self.url, form.action)
            if set(fields) <= form.names and action in where:
                form.action = where
                return form
        raise LookupError(f"no form with {fields} for {action!r} on {self.url}")

    def send(self, form: PageForm, button: str = "", *, htmx: bool = False, **values: str) -> Any:
        """The answer to the filled form, redirects not followed; `htmx`: as the page's script sends it."""
        data: dict[str, Any] = {}
        for name, value in form.filled(button, **values):
            data.setdefault(name, []).append(value)
        if htmx:
            return self.client.post(form.htmx_action, data, headers=HTMX)
        if form.method == "get":
            return self.client.get(form.action, data)
        return self.client.post(form.action, data)
