"""The settings: documented as they are, safe as they come, and plain about what is missing."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from homeworlds_site import shapes
from homeworlds_site.tests import wrong_settings
from homeworlds_site.tests.wrong_settings import RIGHT, Answer, Case, documented
from tournaments.schedule import AUTOMATIC

ROOT = Path(__file__).resolve().parents[2]
READERS = {"text", "text_or_none", "switch", "whole", "number", "one_of", "several", "pairs", "secret"}
WITHOUT_DEFAULT = {"pairs"}
PRODUCTION = {"SITE_URL": "https://homeworlds.example", "SECRET_KEY": "k3y-of-the-tests-" * 4}


def read_by_settings() -> Iterator[tuple[str, ast.expr | None]]:
    """Each variable that the settings read, with the expression of its default."""
    tree = ast.parse((ROOT / "homeworlds_site" / "settings.py").read_text())
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not call.args or not isinstance(call.args[0], ast.Constant):
            continue
        if not isinstance(call.func, ast.Attribute) or ast.unparse(call.func.value) != "given":
            continue
        name, reader = call.args[0].value, call.func.attr
        assert reader in READERS
        yield name, None if reader in WITHOUT_DEFAULT else call.args[1]
        if reader == "secret":
            yield f"{name}_FILE", None


def read_elsewhere() -> set[str]:
    pattern = re.compile(r"""(?:environ\.get\(|environ\[|getenv\()["'](\w+)["']""")
    files = [*ROOT.glob("*.py"), *ROOT.glob("*/*.py"), *(ROOT / "bin").iterdir()]
    files += [
        path for folder in ("commands", "services", "views") for path in ROOT.glob(f"*/**/{folder}/*.py")
    ]
    left_out = {"tests", "proofs", "site-packages"}
    ours = [path for path in files if path.is_file() and not left_out & set(path.relative_to(ROOT).parts)]
    ours.append(ROOT / "homeworlds" / "tests" / "samples.py")  # for benchmarks as well as tests
    texts = [path.read_text() for path in ours]
    return {name for text in texts for name in pattern.findall(text)}


def test_the_tables_name_every_variable_that_is_read_and_no_other():
    read = {name for name, _default in read_by_settings()} | read_elsewhere()
    assert set(documented()) == read


def test_the_tables_give_the_defaults_of_the_code():
    shown = documented()
    for name, default in read_by_settings():
        if name.endswith("_FILE") or name == "SITE_URL":
            continue
        cell = shown[name]
        if isinstance(default, ast.Constant) and default.value not in ("", None):
            value = str(default.value).lower() if isinstance(default.value, bool) else str(default.value)
            assert cell == f"`{value}`", name
        else:
            assert not re.fullmatch("`[^`]*`", cell), f"{name} has no fixed default"
    assert f"`{shown['SITE_URL'].strip('`')}`" == "`http://127.0.0.1:8000`"


# --- A start in a process of its own, for settings are read once


def start(tmp_path: Path, code: str = "", *arguments: str, **given: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path / "var"), **given}
    command = ["manage.py", *(arguments or ("shell", "--no-imports", "-c", code))]
    return subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", *command],
        cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def settings_of(tmp_path: Path, *names: str, **given: str) -> dict[str, object]:
    code = (
        "import json; from django.conf import settings\n"
        f"print(json.dumps({{name: getattr(settings, name) for name in {names!r}}}, default=str))"
    )
    done = start(tmp_path, code, **given)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize(
    "missing, sentence",
    [
        ("SECRET_KEY", "Set SECRET_KEY to a long random text, or SECRET_KEY_FILE to a file that holds one"),
        ("SITE_URL", "Set SITE_URL to the address of the site"),
    ],
)
def test_it_does_not_start_without_a_key_and_hosts_and_says_so(tmp_path, missing, sentence):
    given = {name: value for name, value in PRODUCTION.items() if name != missing}
    done = start(tmp_path, "", "check", **given)
    assert done.returncode == 78
    assert sentence in done.stderr.splitlines()[-1]


def test_it_does_not_start_with_an_address_that_is_none(tmp_path):
    done = start(tmp_path, "", "check", **{**PRODUCTION, "SITE_URL": "homeworlds.example"})
    assert "SITE_URL is the whole address of the site" in done.stderr.splitlines()[-1]


def test_secrets_come_from_files_too(tmp_path):
    (tmp_path / "key").write_text("from-a-file-" * 6 + "\n")
    (tmp_path / "password").write_text("s3same\n")
    found = settings_of(
        tmp_path, "SECRET_KEY", "DATABASES",
        SITE_URL=PRODUCTION["SITE_URL"],
        SECRET_KEY_FILE=str(tmp_path / "key"),
        DATABASE_URL="postgresql://homeworlds@postgres/homeworlds",
        DATABASE_PASSWORD_FILE=str(tmp_path / "password"),
    )  # fmt: skip
    assert found["SECRET_KEY"] == "from-a-file-" * 6
    assert found["DATABASES"]["default"]["PASSWORD"] == "s3same"


@pytest.mark.parametrize(
    "given, sentence",
    [
        ({"SECRET_KEY_FILE": "/no/such/file"}, "SECRET_KEY_FILE names /no/such/file, which cannot be read"),
        ({"REDIS_URL": "redis://a", "REDIS_URL_FILE": "/b"}, "Set REDIS_URL or REDIS_URL_FILE, not both."),
    ],
)
def test_a_secret_that_cannot_be_had_stops_the_start(tmp_path, given, sentence):
    kept = {"SITE_URL": PRODUCTION["SITE_URL"]} if "SECRET_KEY_FILE" in given else PRODUCTION
    done = start(tmp_path, "", "check", **kept, **given)
    assert sentence in done.stderr.splitlines()[-1]


def test_debug_is_off_and_cookies_and_headers_are_those_of_tls(tmp_path):
    names = (
        "DEBUG", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY",
        "CSRF_COOKIE_HTTPONLY", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "SECURE_PROXY_SSL_HEADER",
        "SESSION_ENGINE", "SILENCED_SYSTEM_CHECKS", "SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME",
        "LANGUAGE_COOKIE_NAME", "KNOWN_COOKIE_NAME", "MESSAGE_STORAGE", "LANGUAGE_COOKIE_SECURE",
        "SESSION_COOKIE_DOMAIN", "CSRF_COOKIE_DOMAIN", "SESSION_COOKIE_PATH", "CSRF_COOKIE_PATH",
    )  # fmt: skip
    assert settings_of(tmp_path, *names, **PRODUCTION) == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["homeworlds.example", "localhost", "127.0.0.1"],
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "CSRF_COOKIE_HTTPONLY": True,
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 31536000,
        "SECURE_PROXY_SSL_HEADER": ["HTTP_X_FORWARDED_PROTO", "https"],
        "SESSION_ENGINE": "django.contrib.sessions.backends.db",
        "SILENCED_SYSTEM_CHECKS": [],
        "SESSION_COOKIE_NAME": "__Host-sessionid",
        "CSRF_COOKIE_NAME": "__Host-csrftoken",
        "LANGUAGE_COOKIE_NAME": "__Host-django_language",
        "KNOWN_COOKIE_NAME": "__Host-known",
        "MESSAGE_STORAGE": "homeworlds_site.messages.OfThisHost",
        "LANGUAGE_COOKIE_SECURE": True,
        "SESSION_COOKIE_DOMAIN": None,
        "CSRF_COOKIE_DOMAIN": None,
        "SESSION_COOKIE_PATH": "/",
        "CSRF_COOKIE_PATH": "/",
    }


def test_without_tls_cookies_have_names_that_browsers_take_without_it(tmp_path):
    names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SESSION_COOKIE_SECURE")
    found = settings_of(tmp_path, *names, **{**PRODUCTION, "SITE_URL": "http://127.0.0.1:8000"})
    assert list(found.values()) == ["sessionid", "csrftoken", False]


def test_keys_of_before_are_taken_from_the_variable_or_a_file(tmp_path):
    assert settings_of(tmp_path, "SECRET_KEY_FALLBACKS", **PRODUCTION) == {"SECRET_KEY_FALLBACKS": []}
    (tmp_path / "keys").write_text("first-key\nsecond-key\n")
    for given in (
        {"SECRET_KEY_FALLBACKS": "first-key, second-key"},
        {"SECRET_KEY_FALLBACKS_FILE": str(tmp_path / "keys")},
    ):
        found = settings_of(tmp_path, "SECRET_KEY_FALLBACKS", **PRODUCTION, **given)
        assert found == {"SECRET_KEY_FALLBACKS": ["first-key", "second-key"]}


def test_the_check_for_production_finds_nothing_and_nothing_is_silenced(tmp_path):
    done = start(tmp_path, "", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout


# --- Given wrong


def test_every_setting_given_wrong_in_five_ways_is_refused_in_a_sentence(tmp_path):
    every = list(wrong_settings.cases(tmp_path, documented()))
    ways = Counter(case.setting for case in every)
    assert ways.keys() == documented().keys() and min(ways.values()) >= 5
    answers = wrong_settings.asked(every, tmp_path)
    found = [
        f"{case.setting} given as {case.value!r} {fault}"
        for case, answer in zip(every, answers, strict=True)
        for fault in wrong_settings.faults(case, answer)
    ]
    assert found == []


def test_right_settings_are_taken_and_no_case_is_wrong_by_its_company(tmp_path):
    [answer] = wrong_settings.asked([Case("CONTACT", "you@a.example", RIGHT)], tmp_path)
    assert answer == Answer(0, "")


@pytest.mark.parametrize(
    "answer",
    [
        Answer(1, "EMAIL_URL is wrong."),
        Answer(78, "Traceback (most recent call last):\n  EMAIL_URL is wrong."),
        Answer(78, "A setting is wrong."),
        Answer(78, f"EMAIL_URL is wrong: {wrong_settings.MARK}."),
    ],
)
def test_a_bad_answer_to_a_wrong_setting_is_found(answer):
    assert len(list(wrong_settings.faults(Case("EMAIL_URL", "x", {}), answer))) == 1


STARTS = {
    "manage.py": ["manage.py", "check"],
    "a worker": ["-m", "celery", "--app", "homeworlds_site", "worker", "-Q", "default"],
    "beat": ["-m", "celery", "--app", "homeworlds_site", "beat"],
    "the web": ["-m", "gunicorn", "homeworlds_site.wsgi:application", "--bind", "127.0.0.1:0"],
}


@pytest.mark.parametrize("command", STARTS.values(), ids=STARTS)
def test_whatever_starts_with_a_wrong_setting_ends_at_once_and_for_good(tmp_path, command):
    env = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), **PRODUCTION}
    secret = "the-pass/word"
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        env=env | {"EMAIL_URL": f"submission://me:{secret}@mail.example:587"},
    )  # fmt: skip
    assert done.returncode == 78
    said = [line for line in (done.stdout + done.stderr).splitlines() if "Starting gunicorn" not in line]
    assert len(said) == 1 and said[0].startswith("EMAIL_URL is no whole address of a mail server: ")
    assert secret not in done.stderr and "the-pass" not in done.stderr


def test_where_a_hint_would_not_be_true_it_is_not_given(tmp_path):
    hint = "Once bin/serve has run"
    untold = start(tmp_path, "", "check")
    assert hint in untold.stderr and untold.returncode == 78
    told = start(tmp_path, "", "check", SITE_URL=PRODUCTION["SITE_URL"])
    assert told.stderr.startswith("Set SECRET_KEY") and hint not in told.stderr and told.returncode == 78


def test_a_mail_server_by_smtps_is_spoken_to_in_tls_from_the_first_byte(tmp_path):
    names = ("EMAIL_USE_SSL", "EMAIL_USE_TLS", "EMAIL_PORT", "EMAIL_HOST_PASSWORD")
    found = settings_of(tmp_path, *names, **PRODUCTION, EMAIL_URL="smtps://me:p%2Fw@mail.example")
    assert list(found.values()) == [True, False, 465, "p/w"]
    assert settings_of(tmp_path, "EMAIL_PORT", **PRODUCTION, EMAIL_URL="smtps://mail.example:4465") == {
        "EMAIL_PORT": 4465
    }


def test_the_names_of_events_are_those_that_the_site_knows():
    assert tuple(sorted(AUTOMATIC)) == shapes.AUTOMATIC_NAMES
