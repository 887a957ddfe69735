"""A mail that comes late, because many wait, goes without its picture."""

from datetime import timedelta

import pytest

from games.models import Game
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, Variant, preset_rules
from notices.models import Notice
from notices.sending import LATE, next_mails, try_mail
from upkeep.clock import database_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob) -> Game:
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    for text in ("homeworld G1 B2 G3 Alice", "homeworld Y1 B3 G3 Bob", "build G1 Alice"):
        play_turn(game, text)
    return game


@pytest.mark.parametrize(("late", "pictures"), [(timedelta(), 1), (LATE + timedelta(seconds=5), 0)])
def test_the_picture_stays_out_when_others_wait(game, bob, mailoutbox, late, pictures):
    turn = Notice.objects.filter(player=bob, kind="turn").latest("pk")
    Notice.objects.exclude(pk=turn.pk).delete()
    Notice.objects.update(due_at=database_now() - late)
    (mail,) = next_mails()
    assert try_mail(mail)
    (sent,) = mailoutbox
    assert len(sent.attachments) == pictures
    assert "builds G1" in sent.body
