"""How Hypothesis makes examples, for all tests alike: judged is what it finds, never how long that took.

Both conftests load it before any test says how many examples it wants.
"""

from hypothesis import HealthCheck, settings

PROFILE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def load() -> None:
    settings.register_profile("house", PROFILE)
    settings.load_profile("house")
