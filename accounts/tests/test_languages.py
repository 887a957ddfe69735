"""Who reads which language: by setting, by cookie, by what the browser asks for."""

import pytest
from django.conf import settings
from django.core import mail
from django.urls import reverse

from accounts.models import Player
from accounts.services import choose_language, create_guest
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
FRENCH = "fr-CA,fr;q=0.9,en;q=0.5"
COOKIE = settings.LANGUAGE_COOKIE_NAME


def language_of(response) -> str:
    """As the page and its header say alike."""
    header = response["Content-Language"]
    assert [html["lang"] for html in page_of(response).select("html")] == [header]
    return header


def test_a_visitor_reads_what_the_browser_asks_for(client):
    response = client.get("/accounts/login/", HTTP_ACCEPT_LANGUAGE=FRENCH)
    assert language_of(response) == "fr"
    assert {"Accept-Language", "Cookie"} <= set(response["Vary"].split(", "))
    assert language_of(client.get("/accounts/login/", HTTP_ACCEPT_LANGUAGE="de")) == "en"


def choose(client, language, page="", **more):
    return client.post(reverse("account_language"), {"language": language, **more}, headers={"referer": page})


def offered(response) -> list[tuple[str, str, str]]:
    """Name, code and language of the buttons at the foot of a page."""
    (form,) = page_of(response).select(f"form[action='{reverse('account_language')}']")
    return [(each.name, each["value"], each["lang"]) for each in form.select("button[name=language]")]


def test_a_visitor_chooses_at_the_foot_of_a_page_and_goes_on_there(client):
    assert offered(client.get("/games/open/?players=2")) == [("Français", "fr", "fr")]
    answer = choose(client, "fr", "http://testserver/games/open/?players=2")
    assert answer.url == "http://testserver/games/open/?players=2"
    assert answer.cookies[COOKIE]["samesite"] == "Lax"
    assert answer.cookies[COOKIE]["httponly"]
    page = client.get("/games/open/", HTTP_ACCEPT_LANGUAGE="en")
    assert language_of(page) == "fr"
    assert offered(page) == [("English", "en", "en")]
    choose(client, "en")
    assert language_of(client.get("/games/open/", HTTP_ACCEPT_LANGUAGE=FRENCH)) == "en"


@pytest.mark.parametrize("away", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:1", ""])
def test_the_choice_leads_to_no_other_site(client, away):
    assert choose(client, "fr", away).url == "/"


def test_from_the_answer_to_a_form_the_choice_leads_home(client):
    page = page_of(client.post("/accounts/login/", {"login": "nobody", "password": "x"}))
    assert page.field("home").value == "1"
    assert page_of(client.get("/accounts/login/")).select("[name=home]") == []
    assert choose(client, "fr", "http://testserver/accounts/login/", home="1").url == "/"


@pytest.mark.parametrize("wrong", ["xx", "", "../fr"])
def test_another_language_is_no_choice(client, alice, wrong):
    client.force_login(alice)
    assert client.post(reverse("account_language"), {"language": wrong}).status_code == 400
    assert Player.objects.get(pk=alice.pk).language == ""
    with pytest.raises(ValueError):
        choose_language(player=alice, language=wrong)


def test_the_choice_of_a_player_holds_in_every_browser(client, alice):
    client.force_login(alice)
    client.post(reverse("account_language"), {"language": "fr"})
    del client.cookies[COOKIE]
    assert language_of(client.get("/games/open/", HTTP_ACCEPT_LANGUAGE="en")) == "fr"


def test_the_settings_say_it_in_the_new_language_and_give_the_browser_back_its_own(client, alice):
    client.force_login(alice)
    page = client.post(reverse("account_preferences"), {"language": "fr"}, follow=True)
    assert page_of(page).by_id("messages").text == "Vos réglages sont enregistrés."
    assert client.cookies[COOKIE].value == "fr"
    client.post(reverse("account_preferences"), {"language": ""})
    assert language_of(client.get("/games/open/", HTTP_ACCEPT_LANGUAGE="en")) == "en"


def test_who_signs_up_in_french_gets_french_mails(client):
    data = {"name": "Zoé", "email": "zoe@example.com", "password1": "trois petits vaisseaux"}
    client.post("/accounts/signup/", data, HTTP_ACCEPT_LANGUAGE=FRENCH)
    assert Player.objects.get(name="Zoé").language == "fr"
    assert "Bonjour" in mail.outbox[0].body


def test_a_guest_who_signs_up_in_french_gets_french_mails(client):
    guest = create_guest()
    client.force_login(guest, backend="accounts.backends.PeopleBackend")
    data = {"name": "Zoé", "email": "zoe@example.com", "password": "trois petits vaisseaux"}
    client.post(reverse("account_keep"), data, HTTP_ACCEPT_LANGUAGE=FRENCH)
    assert Player.objects.get(pk=guest.pk).language == "fr"


def test_who_signs_up_in_the_language_of_the_site_follows_the_browser_later(client):
    data = {"name": "Zoe", "email": "zoe@example.com", "password1": "three little ships"}
    client.post("/accounts/signup/", data)
    assert Player.objects.get(name="Zoe").language == ""
