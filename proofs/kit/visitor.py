"""A person at the site's address, without a browser: reads pages, sends the forms that stand on them."""

from __future__ import annotations

import html
import re
import time
from email.message import Message
from http.client import HTTPConnection, HTTPException
from typing import Final, NamedTuple
from urllib.parse import urlencode, urlsplit

FIELD: Final = re.compile(r'<input[^>]*name="(answers|key)"[^>]*value="([^"]*)"')
NO_ANSWER: Final = 0


class Answer(NamedTuple):
    status: int
    """`NO_ANSWER` when the connection failed."""
    text: str
    headers: Message
    seconds: float

    @property
    def location(self) -> str:
        return self.headers.get("Location", "")


def ask(
    address: str, path: str, headers: dict[str, str], body: str | None = None, *, patience: float = 300.0
) -> Answer:
    """By a connection of its own; `patience` in seconds."""
    began = time.monotonic()
    line = HTTPConnection(urlsplit(address).netloc, timeout=patience)
    try:
        line.request("GET" if body is None else "POST", path, body, headers)
        answer = line.getresponse()
        status, text, told = answer.status, answer.read().decode(errors="replace"), answer.headers
    except (OSError, HTTPException):
        status, text, told = NO_ANSWER, "", Message()
    finally:
        line.close()
    return Answer(status, text, told, time.monotonic() - began)


class Visitor:
    """With a browser of its own. `public` is the address people use when a proxy stands before `address`."""

    def __init__(self, address: str, *, public: str = "", seconds: float = 60.0) -> None:
        self.address = address
        self.public = urlsplit(public or address)
        self.seconds = seconds
        self.cookies: dict[str, str] = {}

    def at(self, address: str) -> Visitor:
        """The same browser, its request led to another web server."""
        other = Visitor(address, public=self.public.geturl(), seconds=self.seconds)
        other.cookies = self.cookies
        return other

    def get(self, path: str) -> Answer:
        return self._send(path)

    def post(self, path: str, **fields: str) -> Answer:
        token = next((value for name, value in self.cookies.items() if name.endswith("csrftoken")), "")
        return self._send(path, urlencode({**fields, "csrfmiddlewaretoken": token}))

    def log_in(self, email: str, password: str) -> None:
        self.get("/accounts/login/")
        answer = self.post("/accounts/login/", login=email, password=password)
        if answer.status != 302:
            raise RuntimeError(f"{email} cannot log in: {answer.status}")

    def play_a_bot(self) -> str:
        """Begins a game against a bot as a guest; the path of its table."""
        self.get("/")
        answer = self.post("/games/play-a-bot/")
        if answer.status != 303:
            raise RuntimeError(f"No game against a bot: {answer.status}")
        return answer.location

    def turn_form(self, table: str) -> dict[str, str] | None:
        """The hidden fields of the form that ends a turn; None while it is not our turn."""
        _, _, form = self.get(table).text.partition('id="order-form"')
        found = {name: html.unescape(value) for name, value in FIELD.findall(form.partition("</form>")[0])}
        return found if found.keys() == {"answers", "key"} else None

    def _send(self, path: str, body: str | None = None) -> Answer:
        headers = {
            "Host": self.public.netloc,
            "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()),
        }
        if self.public.scheme == "https":
            headers |= {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
        if body is not None:
            origin = f"{self.public.scheme}://{self.public.netloc}"
            headers |= {"Origin": origin, "Referer": f"{origin}{path}"}
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        answer = ask(self.address, path, headers, body, patience=self.seconds)
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer
