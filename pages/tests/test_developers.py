"""The mails of an embedded site, for developers at the machine and for nobody else."""

import pytest
from django.core.mail import EmailMultiAlternatives, send_mail

from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
ADDRESS = "/developers/mail/"


@pytest.fixture
def folder(settings, tmp_path):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "homeworlds.example"]
    return tmp_path / "mail"


def get(client, **environment):
    return client.get(ADDRESS, **{"SERVER_NAME": "127.0.0.1", "REMOTE_ADDR": "127.0.0.1", **environment})


def test_it_shows_the_last_mails_the_youngest_first(client, folder):
    assert any("There are no mails yet." in each for each in page_of(get(client)).texts("paragraph"))
    send_mail("First", "A code: <123>", None, ["alice@example.com"])
    link = "http://127.0.0.1:8000/games/"
    second = EmailMultiAlternatives("Second – ü", f"See {link}", None, ["bob@example.com"])
    second.attach_alternative("<p>HTML</p>", "text/html")
    second.send()
    page = page_of(get(client))
    assert page.text.index("Second – ü") < page.text.index("First")
    assert "A code: <123>" in page.text
    assert "bob@example.com" in page.text
    assert page.one("link", link)["href"] == link
    assert "HTML" not in page.text


def test_a_file_that_is_no_mail_hurts_nobody(client, folder):
    folder.mkdir()
    (folder / "x.log").write_bytes(b"\xff\xfe\n\nContent-Type: text/plain; charset=klingon\n")
    (folder / "y.log").write_bytes(b"Content-Type: text/plain; charset=klingon\n\n\xff")
    assert get(client).status_code == 200


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_it_answers_to_the_names_of_this_machine(client, folder, name):
    assert get(client, HTTP_HOST=f"{name}:8000").status_code == 200


@pytest.mark.parametrize(
    "environment",
    [
        {"REMOTE_ADDR": "192.0.2.1"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_HOST": "homeworlds.example"},
    ],
)
def test_to_everybody_else_it_does_not_exist(client, folder, environment):
    assert get(client, **environment).status_code == 404


def test_where_mails_are_sent_it_does_not_exist(client, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert get(client).status_code == 404
    settings.DEBUG = True
    assert get(client).status_code == 200
