"""How a letter becomes a mail."""

from __future__ import annotations

import re

import pytest

from accounts.models import Player
from notices.kinds import Drawing
from notices.letters import WIDTH, compose, wrapped
from notices.models import Notice
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
LONG = "It will rain all day, " + "and then it will rain again " * 6 + "until Sunday."


@pytest.fixture(autouse=True)
def known_address(settings):
    settings.SITE_URL = "https://homeworlds.example"


@pytest.fixture
def mail(notice, weather):
    weather.says.append(LONG)
    return compose(notice, "bob@example.com")


def test_both_forms_say_all_of_the_letter(mail):
    plain = re.sub(r"\s+", " ", mail.body)
    html = str(mail.alternatives[0].content)
    assert mail.subject == "Rain in Leeds"
    for part in (
        "It rains.", LONG, "On Monday", "It was dry.", "It was warm.", "The forecast", "The clouds",
        "https://homeworlds.example/weather/Leeds/", "https://homeworlds.example/clouds/1.png", "mail-off",
    ):  # fmt: skip
        assert part in plain
        assert part in html
    assert not re.search(r"<(img|script|style|link|iframe)|url\(|src=", html)


def test_a_picture_goes_along_and_nothing_is_fetched(notice, weather):
    weather.drawing = Drawing(b"\x89PNG\r\n\x1a\n", "A cloud over Leeds.", 600, 300)
    mail = compose(notice, "bob@example.com")
    (image,) = page_of(str(mail.alternatives[0].content)).select("img")
    assert (image["src"], image["alt"], image["width"]) == ("cid:table", "A cloud over Leeds.", "600")
    message = mail.message()
    assert message.get_content_type() == "multipart/related"
    both, picture = message.get_payload()
    assert [part.get_content_type() for part in both.get_payload()] == ["text/plain", "text/html"]
    assert (picture["Content-ID"], picture.get_content_type()) == ("<table>", "image/png")


def test_the_text_is_wrapped_and_addresses_stay_whole(mail):
    lines = mail.body.splitlines()
    assert all(len(line) <= WIDTH or line.startswith("https://") for line in lines)
    assert max(map(len, lines)) > WIDTH
    assert wrapped("  " + "word " * 30).splitlines()[1].startswith("  word")


def test_the_headers_name_kind_key_number_and_reader(mail, bob):
    headers = mail.message()
    assert headers["Message-ID"] == f"<rain.Leeds.1.{bob.public_id}@homeworlds.example>"
    assert headers["References"] == "<Leeds@homeworlds.example>"


def test_its_switch_stops_it(mail, bob, client):
    header = mail.message()["List-Unsubscribe"]
    path = header.strip("<>").removeprefix("https://homeworlds.example")
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    bob.refresh_from_db()
    assert (bob.mail_turns, bob.mail_ends) == (False, True)


def test_it_is_in_the_readers_language(notice, bob):
    Player.objects.filter(pk=bob.pk).update(language="fr")
    mail = compose(Notice.objects.get(), "bob@example.com")
    (html,) = page_of(str(mail.alternatives[0].content)).select("html")
    assert html["lang"] == "fr"
