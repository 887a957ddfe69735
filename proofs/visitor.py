"""A person at the site's address, without a browser: reads pages, sends the forms that stand on them."""

from __future__ import annotations

import html
import re
from http.client import HTTPConnection, HTTPException
from typing import Final, NamedTuple
from urllib.parse import urlencode, urlsplit

FIELD: Final = re.compile(r'<input[^>]*name="(answers|key)"[^>]*value="([^"]*)"')
NO_ANSWER: Final = 0


class Answer(NamedTuple):
    status: int
    """`NO_ANSWER` when the connection failed."""
    location: str
    text: str


class Visitor:
    """With a browser of its own. `public` is the address people use when a proxy stands before `address`."""

    def __init__(self, address: str, *, public: str = "", seconds: float = 15.0) -> None:
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
        return self._send("GET", path)

    def post(self, path: str, **fields: str) -> Answer:
        token = next((value for name, value in self.cookies.items() if name.endswith("csrftoken")), "")
        return self._send("POST", path, urlencode({**fields, "csrfmiddlewaretoken": token}))

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

    def _send(self, method: str, path: str, body: str | None = None) -> Answer:
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
        line = HTTPConnection(urlsplit(self.address).netloc, timeout=self.seconds)
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            text = answer.read().decode(errors="replace")
        except (OSError, HTTPException):
            return Answer(NO_ANSWER, "", "")
        finally:
            line.close()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(answer.status, answer.headers.get("Location", ""), text)
