"""Each command of the site, with what it takes: what names an account is in the log of acts of staff."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import StringIO
from pathlib import Path
from typing import Final

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command, get_commands, load_command_class

from accounts.models import Player
from accounts.tests.cast import person
from homeworlds_site.tests.staff_acts import WHY, staff_called
from upkeep.models import StaffAct
from upkeep.seconding import ask_another

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
NEW_PASSWORD: Final = "eleven tall pyramids"


def remove_second_factor(bob: Player) -> tuple[str, ...]:
    Authenticator.objects.create(user=bob, type=Authenticator.Type.TOTP, data={})
    return (bob.email, f"--reason={WHY}")


def confirm_request(bob: Player) -> tuple[str, ...]:
    asked = ask_another(
        asker=staff_called("Sue"), page="accounts.player", row=bob.pk, act="warn", arguments={}, reason=WHY
    )
    return (str(asked.pk), "--yes")


def createsuperuser(bob: Player) -> tuple[str, ...]:
    return ("--noinput", "--email=root@example.com", "--name=Rooty")


NAME_ACCOUNTS: Final[Mapping[str, tuple[Callable[[Player], tuple[str, ...]], str]]] = {
    "remove_second_factor": (remove_second_factor, "remove_second_factor"),
    "changepassword": (lambda bob: (bob.email, f"--reason={WHY}"), "change_password"),
    "createsuperuser": (createsuperuser, "make_staff"),
    "confirm_request": (confirm_request, "warn_player"),
}
"""How each is called, and what stands in the log then."""
NAME_NOBODY: Final = {
    "alarms": "",
    "backup": "file overwrite keep",
    "call_operator": "seen trial",
    "check_events": "",
    "clock_jump": "accept take_back",
    "vapid_keys": "only",
    "count_reliability": "check",
    "count_results": "check",
    "demo_accounts": "password_file",
    "doctor": "what dkim no_mail backups into",
    "ensure_bots": "",
    "import_record": "file limit",
    "let_clocks_fall": "hours",
    "mark_games": "imported balance most",
    "migrate": "app_label migration_name fake fake_initial plan run_syncdb check_unapplied prune",
    "migrate_when_ready": "seconds",
    "recompute_ratings": "check",
    "replay_games": "check game",
    "replay_ladders": "check",
    "report_failure": "unit",
    "restore": "file beside replace",
    "show_archive": "file label remove",
    "simulate_event": "format entrants rounds size absent seed",
    "take_over": "back",
    "undo_endings": "since until game yes",
}
"""What each takes: a command that comes to take something else may come to name somebody."""
OF_ALL: Final = {"skip_checks", "database", "interactive"}


def own_commands() -> dict[str, str]:
    """And those of the framework's accounts; by their names the apps."""
    ours = {each.name for each in apps.get_app_configs() if Path(each.path).parent == settings.BASE_DIR}
    return {name: app for name, app in get_commands().items() if app in ours | {"django.contrib.auth"}}


def taken(app: str, name: str) -> list[str]:
    parser = load_command_class(app, name).create_parser("manage.py", name)
    return [action.dest for action in parser._actions]


def test_each_command_says_what_it_takes_or_is_written_down() -> None:
    of_all, found = OF_ALL.union(taken("django.core", "check")), own_commands()
    assert found.keys() == NAME_ACCOUNTS.keys() | NAME_NOBODY.keys()
    for name, said in NAME_NOBODY.items():
        assert [each for each in taken(found[name], name) if each not in of_all] == said.split(), name


@pytest.mark.parametrize("name", NAME_ACCOUNTS)
def test_what_names_an_account_stands_in_the_log_of_acts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getpass", lambda prompt: NEW_PASSWORD)
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", NEW_PASSWORD)
    bob, (arguments, act) = person("Bob"), NAME_ACCOUNTS[name]
    call_command(name, *arguments(bob), stdout=StringIO())
    written = StaffAct.objects.get()
    assert written.act == act and written.asked_by == written.staff
    of = Player.objects.get(name="Rooty") if name == "createsuperuser" else bob
    assert written.object_id == of.public_id and list(written.concerns.all()) == [of]
    if name == "changepassword":
        assert Player.objects.get(pk=bob.pk).check_password(NEW_PASSWORD)


def test_a_password_is_not_changed_without_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getpass", lambda prompt: NEW_PASSWORD)
    bob = person("Bob")
    with pytest.raises(CommandError):
        call_command("changepassword", bob.email, "--reason= ", stdout=StringIO())
    assert not Player.objects.get(pk=bob.pk).check_password(NEW_PASSWORD)
