"""What apps register when the site starts is all there: nobody notices a missing step but those who wait."""

from upkeep import sweep


def test_everything_that_can_be_due_has_its_step_of_the_sweep():
    assert set(sweep._STEPS) == {
        "notices",
        "old notices",
        "turns of bots",
        "notices of the last release",
        "expired games",
        "leavers",
        "markings",
    }
