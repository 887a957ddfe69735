"""Questions to elements are answered as a reader of the page would."""

import re

import pytest
from django.http import HttpResponse

from upkeep.tests.elements import as_sent, nowhere_in, page_of

PAGE = """
<main><h1>Two  <b>ships</b></h1>
<p role="status">Saved.</p>
<a href="/games/" rel="next">Games</a> <a href="/old/" aria-label="Old games">more</a> <a>no target</a>
<section aria-labelledby="s"><h2 id="s">Stash</h2><ul><li>one</li><li>two
 three</li></ul></section>
<form action="/send/"><label for="n">Name</label><input id="n" name="name" value="Ann" aria-describedby="h e">
<p id="h">Short.</p><p id="e">Too long.</p>
<label>Text <textarea name="text">a  b</textarea></label>
<select name="day" aria-label="Day"><option value="1">Mon</option>
<option value="2" selected>Tue</option></select>
<fieldset><legend>Seats</legend><input type="submit" value="Go" disabled></fieldset>
<button hidden>Secret</button><div hidden><button>Deep</button></div>
<a href="/b/" role="button">Like a button</a></form></main>
"""


def test_elements_are_found_by_role_and_accessible_name():
    page = page_of(PAGE)
    assert page.names("heading") == ["Two ships", "Stash"]
    assert page.names("link") == ["Games", "Old games"]
    assert page.names("button") == ["Go", "Like a button"]
    assert page.names("group") == ["Seats"]
    assert page.one("link", re.compile("^Old"))["href"] == "/old/"
    assert page.one("link", href="/games/", rel="next").name == "Games"
    assert page.one("region", "Stash").texts("listitem") == ["one", "two three"]
    assert page.texts("status") == ["Saved."]
    assert page.targets == ["/games/", "/old/", "/b/", "/send/"]


def test_fields_tell_name_value_and_what_is_said_beside_them():
    page = page_of(PAGE)
    name = page.one("textbox", "Name")
    assert (name.value, name.description) == ("Ann", "Short. Too long.")
    assert (page.field("text").value, page.one("combobox", "Day").value) == ("a  b", "2")
    assert "disabled" in page.one("button", "Go") and "disabled" not in name


def test_text_is_read_as_it_is_seen():
    page = page_of(
        "<table><tr><td>one</td><td>t<b>w</b>o</td></tr></table><script>x</script><!-- y --><p>three"
    )
    assert page.text == "one two three"


def test_what_is_asked_of_by_id_has_to_be_there():
    page = page_of(PAGE)
    assert page.by_id("s").text == "Stash"
    assert page.find_id("gone") is None


@pytest.mark.parametrize(
    "ask, says",
    [
        (lambda page: page.one("link", "Gamse"), r"0 of role link named 'Gamse' .*'Games', 'Old games'"),
        (lambda page: page.one("listitem"), r"2 of role listitem"),
        (lambda page: page.by_id("gone"), r"nothing has the id gone; here are \['s', 'n', 'h', 'e'\]"),
        (lambda page: page.field("gone"), r"no field is sent as gone; here are \['name', 'text', 'day'\]"),
        (lambda page: page.by_id("s")["href"], r"has no href"),
    ],
)
def test_an_element_that_is_not_there_is_said_with_those_that_are(ask, says):
    with pytest.raises(AssertionError, match=says):
        ask(page_of(PAGE))


def test_a_name_from_an_id_that_nothing_has_is_a_fault_of_the_page():
    with pytest.raises(AssertionError, match="points to the id gone"):
        assert page_of('<input aria-labelledby="gone">').all("textbox")[0].name


@pytest.mark.parametrize(
    "sent", ["<p>Ann’s</p>", "<i title='Ann&#8217;s'>", "<!-- Ann’s -->", "<script>Ann&rsquo;s</script>"]
)
def test_what_is_nowhere_is_in_no_attribute_comment_or_script_either(sent):
    assert not nowhere_in(HttpResponse(sent), "Ann’s")
    assert nowhere_in(HttpResponse(sent), "Bob’s") and as_sent(HttpResponse(sent)) == sent
    with pytest.raises(AssertionError):
        nowhere_in(HttpResponse(sent), "")
