"""What people say of themselves, which the accounts keep, is what the arithmetic knows."""

from accounts.models import Player
from ratings.arithmetic.strengths import Strength


def test_every_strength_that_can_be_stated_is_worth_something_and_the_other_way_round():
    assert set(Player.StatedStrength.values) == {str(strength) for strength in Strength}
