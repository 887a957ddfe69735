"""Kinds of notice are registered, once each, with a switch that exists."""

from __future__ import annotations

import pytest

from notices.kinds import UnknownKind, kind_named, register


def test_a_registered_kind_is_found_by_its_name(weather):
    assert kind_named("rain").switch == "mail_turns"


def test_a_name_is_registered_once(weather):
    with pytest.raises(ValueError, match="“rain” is registered already"):
        register(weather.kind("snow"), weather.kind("rain"))


def test_a_switch_that_nobody_registered_is_refused(weather):
    with pytest.raises(ValueError, match="no switch “mail_hail” to stop “hail”; register it"):
        register(weather.kind("hail", switch="mail_hail"))


def test_a_kind_that_nobody_registered_is_a_clear_error(weather):
    with pytest.raises(UnknownKind, match="No app has registered a kind of notice named “hail”; do so in"):
        kind_named("hail")
