"""What has to be said in several places is said in all of them: whatever was forgotten is named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

from accounts.services import BOT_NAMES
from board.words.options import OPTION_WORDS
from board.words.rules import (
    BOT_LEVEL_CHOICES,
    BOT_LEVEL_MANNERS,
    BOT_LEVEL_NAMES,
    BOT_LEVEL_NOTES,
    BOT_LEVEL_STYLES,
)
from bots import LEVELS
from bots.core.options import Options
from bots.levels import FORMER, OFFERED
from homeworlds.rules import MAX_PLAYERS, OPTIONS, RuleSet, option_values
from homeworlds_site.tests.sheets.forms import FORMS
from notices import channels
from notices.switches.choices import COLUMNS
from upkeep import sweep

ROOT = Path(settings.BASE_DIR)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
PACKAGES = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))
APPS = sorted(path.parent.name for path in ROOT.glob("*/apps.py"))


def test_everything_that_can_be_due_has_its_step_of_the_sweep():
    assert set(sweep._STEPS) == {
        "old notices",
        "old posts",
        "clocks",
        "vacations",
        "notices of the last release",
        "open seats",
        "expired games",
        "full tables",
        "tables of closed clubs",
        "reliability",
        "leavers",
        "unconfirmed addresses",
        "reports of errors",
        "requests for a second member",
        "ladders",
        "expired sessions",
        "gone guests",
        "answered invitations",
        "empty notes",
        "stairs",
        "wishes",
        "wishes that wait",
        "editions of events",
        "the banned in events",
        "waiting analyses",
        "waiting events",
        "waiting digests",
        "waiting hook",
        "waiting hook posts",
        "waiting push",
        "waiting mails",
        "waiting marks",
        "waiting turns",
        "waiting turns_alone",
    }


def test_a_channel_of_notices_can_be_chosen_and_stands_in_the_contact_sheets():
    """By its column on the page of switches, and by what it sends."""
    assert set(channels.registered()) <= set(COLUMNS)
    assert set(channels.registered()) <= {channel for channel, _form in FORMS.values()}


@pytest.mark.parametrize("level", sorted({*OFFERED, *FORMER, *BOT_NAMES, *BOT_LEVEL_NAMES, *BOT_LEVEL_NOTES}))
def test_a_level_of_bots_has_a_player_accounts_and_words(level):
    assert (level in LEVELS) == (level in FORMER), "bots/__init__.py: nobody chooses its turns"
    assert len(BOT_NAMES.get(level, ())) >= MAX_PLAYERS - 1, "accounts: a game can have five bots of a level"
    assert len({name[0] for name in BOT_NAMES[level]}) == len(BOT_NAMES[level]), "a badge shows one letter"
    assert BOT_LEVEL_NOTES.get(level), "board/words/rules.py: it has no words"
    chosen = (BOT_LEVEL_NAMES, BOT_LEVEL_CHOICES, BOT_LEVEL_STYLES, BOT_LEVEL_MANNERS)
    said = [level in words for words in chosen]
    assert said == [level in OFFERED] * 4, "board/words/rules.py: it has no words where one chooses"


def values_in_the_core(option):
    searched = Options.SEARCHED.get(option)
    return set(searched[1] if searched else Options.NOT_ASKED.get(option, ()))


def values_in_words(option):
    return set(OPTION_WORDS[option].sentences if option in OPTION_WORDS else ())


def values_where_it_is_named(pattern, *, asked=False):
    """All of them: such a file names the option alone."""
    words = " ".join([file.read_text(encoding="utf-8") for file in ROOT.glob(pattern)])
    before = r"\." if asked else r"\b"
    return lambda option: set(option_values(option)) if re.search(rf"{before}{option}\b", words) else set()


PLACES_OF_OPTIONS = {
    "homeworlds/rules.py, RuleSet": lambda option: (
        set(option_values(option)) if option in RuleSet().options() else set()
    ),
    "homeworlds, a rule that asks for it": values_where_it_is_named("homeworlds/*.py", asked=True),
    "homeworlds/tests, a test that names it": values_where_it_is_named("homeworlds/tests/**/*.py"),
    "board/words/options.py": values_in_words,
    "bots/core/options.py": values_in_the_core,
    "docs/record-format.md": values_where_it_is_named("docs/record-format.md"),
}
NAMED = {*OPTIONS, *RuleSet().options(), *OPTION_WORDS, *Options.SEARCHED, *Options.NOT_ASKED}


@pytest.mark.parametrize("option", sorted(NAMED))
def test_no_place_was_forgotten_for_an_option_of_the_rules(option):
    assert option in OPTIONS, "homeworlds/rules.py, OPTIONS"
    forgotten = [
        place for place, known in PLACES_OF_OPTIONS.items() if known(option) != set(option_values(option))
    ]
    assert not forgotten


def test_an_option_has_a_title_and_a_section_of_the_rules_page():
    page = (ROOT / "templates/pages/rules_of.html").read_text(encoding="utf-8")
    for option, words in OPTION_WORDS.items():
        assert words.title, option
        assert f"page.options.{words.section}" in page, option


@pytest.mark.parametrize("app", APPS)
def test_an_app_is_installed_and_has_its_line_in_the_map_of_the_house(app):
    installed = {name.partition(".")[0] for name in settings.INSTALLED_APPS}
    assert app in installed, "homeworlds_site/settings.py, INSTALLED_APPS"
    assert f"`{app}/`" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), "CONTRIBUTING.md, the map"
    assert f"`{app}/`" in (ROOT / "README.md").read_text(encoding="utf-8"), "README.md, where things are"


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_is_checked_sorted_and_tested(package):
    assert package in PROJECT["ruff"]["lint"]["isort"]["known-first-party"], "pyproject.toml, ruff"
    if package != "proofs":
        assert package in PROJECT["importlinter"]["root_packages"], "pyproject.toml, import-linter"
    if any((ROOT / package).rglob("test_*.py")):
        assert package in PROJECT["pytest"]["ini_options"]["testpaths"], "pyproject.toml, pytest"
