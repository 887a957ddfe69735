"""What a test has committed is gone when the next one begins, and what a site stands on is there."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType

from accounts.models import Player
from accounts.tests.cast import person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("what", ["people", "a kind", "all kinds", "nothing"])
def test_whatever_the_test_before_has_done_the_next_finds_a_fresh_site(what: str) -> None:
    assert not Player.objects.exists()
    assert ContentType.objects.count() == len(apps.get_models())
    assert ContentType.objects.get_for_model(Player).pk in ContentType.objects.values_list("pk", flat=True)
    assert Permission.objects.filter(codename="view_player").count() == 1
    if what == "people":
        person("Alice")
    elif what == "a kind":
        ContentType.objects.create(app_label="shop", model="thing")
    elif what == "all kinds":
        ContentType.objects.all().delete()
