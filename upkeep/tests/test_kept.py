"""Words and addresses that templates say again and again are kept, and are what Django says."""

import pytest
from django.template import Context, Template, engines
from django.urls import NoReverseMatch, reverse, set_script_prefix
from django.utils import translation

from upkeep.kept.addresses import _kept, address_of
from upkeep.templatetags.kept_words import KeptTranslation


def rendered(source: str, **values: object) -> str:
    return engines["django"].from_string(source).render(values)


def test_words_are_said_in_the_language_of_each_page():
    said = engines["django"].from_string("{% load kept_words %}{% translate 'Your turn' %}")
    heard = []
    for language in ("en", "fr", "en"):
        with translation.override(language):
            heard.append(said.render({}))
            assert heard[-1] == translation.gettext("Your turn")
    assert heard[0] == heard[2] != heard[1]


def test_words_that_are_not_in_the_template_are_asked_for_each_time():
    source = "{% load kept_words %}{% translate words %}{% translate 'a'|add:words %}"
    source += "{% translate 'b' as kept %}{{ kept }}"
    for words in ("one", "two"):
        assert rendered(source, words=words) == f"{words}a{words}b"
    nodes = Template(source).nodelist
    assert not any(isinstance(node, KeptTranslation) for node in nodes)


def test_what_is_kept_for_a_page_is_not_said_in_plain_text():
    said = Template("{% load kept_words %}{% translate 'a <b>' %}")
    assert [said.render(Context(autoescape=safe)) for safe in (True, False, True)] == ["a <b>"] * 3


def test_an_address_is_what_django_says():
    assert rendered("{% url 'profile' name %}", name="A&B") == reverse("profile", args=["A&B"]).replace(
        "&", "&amp;"
    )
    assert address_of("profile", "Alice") == reverse("profile", args=["Alice"])
    assert rendered("{% url 'profile' name=name as found %}{{ found }}", name="Alice") == reverse(
        "profile", args=["Alice"]
    )


def test_an_address_is_kept_for_its_site_alone():
    address_of("profile", "Alice")
    hits = _kept.cache_info().hits
    usual = address_of("profile", "Alice")
    assert _kept.cache_info().hits == hits + 1
    try:
        set_script_prefix("/below/")
        assert address_of("profile", "Alice") == f"/below{usual}"
    finally:
        set_script_prefix("/")


def test_where_nothing_leads_is_a_mistake_as_ever():
    with pytest.raises(NoReverseMatch):
        rendered("{% url 'nowhere' %}")
