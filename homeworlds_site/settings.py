"""Every setting of the site, read from the environment; docs/settings.md says what each variable means.

With nothing but a secret key and its address the site runs embedded: SQLite, and files for cache and queue,
all in `var/`.
"""

import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
import dj_email_url
from csp.constants import NONE, SELF

from homeworlds_site import given, shapes
from homeworlds_site.given import Missing, WrongSetting
from upkeep.away.impatient import giving_up_after
from upkeep.watching.logs import hide
from upkeep.watching.shared_folder import share
from upkeep.watching.tracing import can_trace

BASE_DIR = Path(__file__).resolve().parent.parent
TESTING = "pytest" in sys.modules
DEBUG = given.switch("DEBUG", False)
DEVELOPING = DEBUG or TESTING
ROLE = given.one_of("PROCESS_ROLE", "", ("", "web", "worker"))
# What sentences that say what to do name: units of systemd, or services of the compose file.
RUN_BY = given.one_of("RUN_BY", "systemd", ("systemd", "docker", "podman", "serve"))
VAR_DIR = (BASE_DIR / given.text("VAR_DIR", "var", shapes.folder)).resolve()


# --- Where the site stands and who may reach it

SITE_URL = given.text("SITE_URL", "http://127.0.0.1:8000", shapes.site_address).rstrip("/")
ALLOWED_HOSTS = given.several("ALLOWED_HOSTS", [], shapes.host_name)
if not ALLOWED_HOSTS:
    if not (os.environ.get("SITE_URL") or DEVELOPING):
        raise Missing(
            "Set SITE_URL to the address of the site, such as https://homeworlds.example, or ALLOWED_HOSTS "
            "to the host names it answers to; DEBUG=1 to develop."
        )
    ALLOWED_HOSTS = [urlsplit(SITE_URL).hostname, "localhost", "127.0.0.1"]
HTTPS = SITE_URL.startswith("https://")
SITE_NAME = "Homeworlds"
CSRF_TRUSTED_ORIGINS = [SITE_URL]
ROOT_URLCONF = "homeworlds_site.urls"
WSGI_APPLICATION = "homeworlds_site.wsgi.application"


def _secret_key() -> str:
    made_by_serve = VAR_DIR / "secret_key"
    key = given.secret("SECRET_KEY", "", shapes.secret_key)
    if not key and made_by_serve.is_file():
        key = made_by_serve.read_text().strip()
    if not key and DEVELOPING:
        key = "only-for-tests-and-debugging-" * 2
    if not key:
        raise Missing(
            "Set SECRET_KEY to a long random text, or SECRET_KEY_FILE to a file that holds one; DEBUG=1 to "
            "develop."
        )
    hide(key)
    return key


SECRET_KEY = _secret_key()
# What these signed stays good: links in mails, and who is logged in.
_of_before = given.secret("SECRET_KEY_FALLBACKS", "", shapes.keys_of_before(SECRET_KEY))
SECRET_KEY_FALLBACKS = _of_before.replace(",", " ").split()
for _key_of_before in SECRET_KEY_FALLBACKS:
    hide(_key_of_before)

# --- Apps and middleware

INSTALLED_APPS = [
    "homeworlds_site.apps.HouseAdminConfig",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "upkeep",
    # Before the framework's own, whose commands it has in its own way.
    "accounts",
    "django.contrib.auth",
    "notices",
    "clubs",
    "games",
    "records",
    "study",
    "ratings",
    "ladders",
    "tournaments",
    "pages",
]

MIDDLEWARE = [
    "homeworlds_site.middleware.house_headers",
    "upkeep.middleware.probes",
    "upkeep.middleware.timed_requests",
    "games.middleware.nothing_new",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "upkeep.compression.compressed",
    "upkeep.middleware.request_lines",
    "upkeep.away.bulkhead.one_by_one",
    "csp.middleware.CSPMiddleware",
    "homeworlds_site.middleware.cookies_of_before",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.reading.player_preferences",
    "upkeep.answers.HouseAnswers",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "accounts.context.site",
                "notices.bell.context.bell",
            ],
            # In the place of Django's own.
            "builtins": ["upkeep.kept.addresses", "upkeep.templatetags.dates"],
        },
    },
]
FORM_RENDERER = "accounts.forms.HouseRenderer"

# --- Database: IMMEDIATE transactions on SQLite stand in for row locks

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASE_URL = given.secret("DATABASE_URL", f"sqlite:///{VAR_DIR / 'homeworlds.sqlite3'}", shapes.database)
DATABASES = {"default": {**dj_database_url.parse(DATABASE_URL)}}
_database = DATABASES["default"]
_database["PASSWORD"] = given.secret(
    "DATABASE_PASSWORD", _database.get("PASSWORD", ""), shapes.password_of(DATABASE_URL)
)
_database["ATOMIC_REQUESTS"] = False
if ROLE == "worker":
    # Between two tasks, too: a connection costs more than a sweep that finds nothing.
    _database["CONN_MAX_AGE"] = 600
    _database["CONN_HEALTH_CHECKS"] = "sqlite3" not in _database["ENGINE"]
hide(_database["PASSWORD"])
_pool = given.switch("DATABASE_POOL", ROLE == "web" and not TESTING)
_pool_size = given.whole("DATABASE_POOL_SIZE", 10, 1, 1_000)
_pooler = given.text("DATABASE_POOLER", "", shapes.host_and_port, shapes.password_of(DATABASE_URL))
# Commands go past it: what they set for their whole session would be set for others, too.
if _pooler and ROLE:
    _database["HOST"], _, _database["PORT"] = _pooler.rpartition(":")
    # Each transaction may have another connection: no cursor outlives its own.
    _database["DISABLE_SERVER_SIDE_CURSORS"] = True
_answer_seconds = given.number("DATABASE_SECONDS", 8.0, 0.1, 600)
if "sqlite3" in _database["ENGINE"]:
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    # A server that has vanished is noticed in seconds, not in hours. Pages give up before their reader does.
    _database["OPTIONS"] = {
        "connect_timeout": 2 if ROLE == "web" else 5,
        "tcp_user_timeout": 15_000,
        "keepalives_idle": 30,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        **_database.get("OPTIONS", {}),
    }
    if _pool:
        _database["CONN_MAX_AGE"] = 0  # the pool keeps the connections
        _database["CONN_HEALTH_CHECKS"] = True  # and hands out none that a restart of the server has ended
        _database["OPTIONS"]["pool"] = {
            "min_size": 1,
            "max_size": _pool_size,
            "timeout": 1.5,
            # Longer pauses between its tries would keep the site away after the server is back.
            "reconnect_timeout": 2,
            "connection_class": giving_up_after(_answer_seconds),
        }

# --- Cache: shared by all processes, or a limit would count anew in each of them. Pages can do without it.

REDIS_URL = given.secret("REDIS_URL", "", shapes.redis_address)
if TESTING:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
elif REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "upkeep.cache.DispensableRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "upkeep.cache.CountingFileCache",
            "LOCATION": VAR_DIR / "cache",
            "OPTIONS": {"MAX_ENTRIES": 5000},
        }
    }
# Not in the cache: after a pause it would bring back sessions that have been ended meanwhile.
SESSION_ENGINE = "django.contrib.sessions.backends.db"

# --- Tasks. The database is the truth, the queue only a hint: a lost task is found again by the sweep.

CELERY_BROKER_URL = given.secret("BROKER_URL", REDIS_URL or "filesystem://", shapes.broker)
CELERY_TASK_ALWAYS_EAGER = given.switch("TASKS_EAGER", TESTING)
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_TASK_IGNORE_RESULT = True
# Three workers: what keeps time, what people wait for, and all the rest, which may take its time. A worker is
# named by the first queue it is told to listen to, and listens to the bells that go with it, in this order.
TIME_QUEUE = "timekeeper"
SWEEP_QUEUE = "sweep"
EVENT_QUEUE = "events"
BOT_QUEUE = "bots"
SLOW_BOT_QUEUE = "bots-slow"  # of the release before
CELERY_TASK_DEFAULT_QUEUE = "default"
MAIL_QUEUE = "mails"
HOOK_QUEUE = "hooks"
PUSH_QUEUE = "push"
DIGEST_QUEUE = "digests"
SPARE_QUEUE = "alone"
QUEUES_OF_WORKERS = {
    TIME_QUEUE: (SWEEP_QUEUE, TIME_QUEUE, EVENT_QUEUE),
    BOT_QUEUE: (BOT_QUEUE, SLOW_BOT_QUEUE),
    CELERY_TASK_DEFAULT_QUEUE: (
        MAIL_QUEUE,
        PUSH_QUEUE,
        HOOK_QUEUE,
        CELERY_TASK_DEFAULT_QUEUE,
        DIGEST_QUEUE,
        SPARE_QUEUE,
    ),
}
# By which people are told: what much is to be sent by holds up none of the others.
QUEUES_TAKING_TURNS = frozenset({MAIL_QUEUE, PUSH_QUEUE, HOOK_QUEUE, DIGEST_QUEUE})
CELERY_TASK_ROUTES = {
    "upkeep.tasks.sweep": {"queue": SWEEP_QUEUE},
    "tournaments.tasks.follow_events": {"queue": EVENT_QUEUE},
    "notices.tasks.send_mails": {"queue": MAIL_QUEUE},
    "notices.tasks.hooks": {"queue": HOOK_QUEUE},
    "notices.tasks.push": {"queue": PUSH_QUEUE},
    "notices.tasks.send_push_test": {"queue": PUSH_QUEUE},
    "notices.tasks.digests": {"queue": DIGEST_QUEUE},
    "games.tasks.play_bot_turns": {"queue": BOT_QUEUE},
    "games.tasks.use_spare_time": {"queue": SPARE_QUEUE},
    "games.tasks.follow_vacation": {"queue": TIME_QUEUE},
    "games.tasks.call_bots": {"queue": TIME_QUEUE},
    # What the release before asks for.
    "games.tasks.call_bot": {"queue": TIME_QUEUE},
    "games.tasks.play_bot_turn": {"queue": BOT_QUEUE},
    "games.tasks.play_slow_bot_turn": {"queue": SLOW_BOT_QUEUE},
    "games.tasks.play_among_bots": {"queue": SPARE_QUEUE},
    "games.tasks.analyse_game": {"queue": SPARE_QUEUE},
}
# Read by workers of the bots, and by the one that analyses games, which loads it with the first.
COMPILED_SEARCH = given.switch("COMPILED_SEARCH", False)
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Web servers read it too. Beyond it a process makes room for another between two requests or tasks, before
# the system's own limit ends it in the middle of one.
PROCESS_MEMORY_MB = given.whole("PROCESS_MEMORY_MB", 400, 50, 1_000_000)
CELERY_WORKER_MAX_MEMORY_PER_CHILD = PROCESS_MEMORY_MB * 1000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Nobody asks workers anything by the queue: signs of life are written down (`upkeep.watching.listening`).
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker takes from a queue when nothing is in those before it, as it names them; or they take turns.
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
    "queue_order_strategy": "upkeep.brokers.turns:ByUrgency"
}
if CELERY_BROKER_URL.startswith("filesystem:") and not TESTING:
    _broker_dir = VAR_DIR / "broker"
    for _folder in ("queue", "control"):
        (_broker_dir / _folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS |= {
        "data_folder_in": str(_broker_dir / "queue"),
        "data_folder_out": str(_broker_dir / "queue"),
        "control_folder": str(_broker_dir / "control"),
        "polling_interval": 0.2,
    }
elif ROLE == "web":
    # A hung queue must not hang a page. A worker may not have these limits: they break its waiting reads.
    CELERY_BROKER_TRANSPORT_OPTIONS |= {"socket_connect_timeout": 1, "socket_timeout": 1}
    CELERY_BROKER_CONNECTION_TIMEOUT = 1
    CELERY_TASK_PUBLISH_RETRY = False

SWEEP_SECONDS = given.number("SWEEP_SECONDS", 2.0, 0.05, 60)
# Whom no worker has settled by then the sweep settles.
LOST_SECONDS = 2.5 * SWEEP_SECONDS
# Before a bot answers a person, who may take the turn back meanwhile. Nobody waits under test.
BOT_PAUSE = given.number("BOT_PAUSE", 0.0 if CELERY_TASK_ALWAYS_EAGER else 3.0, 0, 3600)
BOTS_ALONE_SECONDS = given.number("BOTS_ALONE_SECONDS", 60.0, 0, 86_400)
CLOCK_BREAKER = given.switch("CLOCK_BREAKER", True)
# Longer than one mail can take, which is EMAIL_SECONDS; doubled after each try that failed. In any case
# longer than a worker is at one bell (`upkeep.due.SECONDS`), in which it begins what it has claimed together.
MAIL_RETRY_SECONDS = given.number("MAIL_RETRY_SECONDS", 180.0, 3, 86_400)
# Servers that players may have told though they stand here, as their addresses name them: host and port.
OUTSIDE_LOCAL = given.several("OUTSIDE_LOCAL", [], shapes.host_and_port)
NOTICES_KEPT_DAYS = given.whole("NOTICES_KEPT_DAYS", 30, 1, 3_650)
SWEEP_LATE_SECONDS = given.number("SWEEP_LATE_SECONDS", 60.0, 1, 86_400)
CELERY_BEAT_SCHEDULER = "upkeep.timekeeping.schedulers:Steady"
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "upkeep.tasks.sweep",
        "schedule": SWEEP_SECONDS,
    },
}

# --- People

AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = ["accounts.backends.PeopleBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "accounts.passwords.NoWordsOfTheSite"},
]
PASSWORD_HASHERS = (
    ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if TESTING
    else ["accounts.hashers.ModestArgon2Hasher", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "add_email": "accounts.forms.AddressForm",
    "change_email": "accounts.forms.OtherAddressForm",
    "confirm_email_verification_code": "accounts.forms.AddressCodeForm",
    "confirm_password_reset_code": "accounts.forms.ResetCodeForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = "accounts.adapter.display_name"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# Whether an address has an account is told to nobody but its reader, by mail.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_RATE_LIMITS = {
    # A code goes astray now and then: three to an address in three minutes.
    "confirm_email": "3/3m/key",
    # Wrong passwords: ten a minute from one place, five in five minutes for an address from there. Right ones
    # are not counted, so that nobody else at that place is kept out.
    "login": None,
    "login_failed": "10/m/ip,5/300s/key",
    "reauthenticate": "10/10m/user",
    "passkey_failed": "10/m/ip",
}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = given.whole("TRUSTED_PROXIES", 0, 0, 10)
# A second factor is for everybody to have, and for staff to need.
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_ADAPTER = "accounts.passkeys.PasskeyAdapter"
MFA_PASSKEY_LOGIN_ENABLED = True
# What fails is counted by the form ("passkey_failed"), not what opens.
MFA_RATE_LIMITS = {"webauthn_login": None}
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "authenticate": "accounts.one_time_codes.AuthenticateForm",
    "reauthenticate": "accounts.one_time_codes.ReauthenticateForm",
    "add_webauthn": "accounts.passkeys.AddForm",
    "edit_webauthn": "accounts.passkeys.EditForm",
    "login_webauthn": "accounts.passkeys.LoginForm",
    "authenticate_webauthn": "accounts.passkeys.AuthenticateForm",
    "reauthenticate_webauthn": "accounts.passkeys.ReauthenticateForm",
}

# An e-mail address, a link, or words; it stands on the page of privacy and wherever staff have the last word.
CONTACT = given.text("CONTACT", "", shapes.contact)

# How often an address may begin as a guest, and a player do the others
GUESTS_PER_HOUR = given.whole("GUESTS_PER_HOUR", 30, 0, 1_000_000)
GAMES_PER_HOUR = given.whole("GAMES_PER_HOUR", 60, 0, 1_000_000)
WISH_BOT_HOURS = given.whole("WISH_BOT_HOURS", 4, 0, 1_000)
# So many mails anybody may have sent to one address that way: with codes, or that it has an account or none.
MAILS_PER_DAY = given.whole("MAILS_PER_DAY", 10, 1, 1_000)
RENAMES_PER_DAY = given.whole("RENAMES_PER_DAY", 5, 0, 1_000)
# Events that the site holds by itself; `tournaments.schedule` reads it.
AUTOMATIC_EVENTS = given.several("AUTOMATIC_EVENTS", [], shapes.event)

# --- Mail

_mail_url = given.secret("EMAIL_URL", "console:", shapes.mail_server)
_mail = dj_email_url.parse(_mail_url.replace("smtps:", "smtp:", 1))
if _mail_url.startswith("smtps:"):  # the library would begin without encryption and ask for it
    _mail |= {"EMAIL_USE_SSL": True, "EMAIL_PORT": urlsplit(_mail_url).port or 465}
hide(_mail["EMAIL_HOST_PASSWORD"] or "")
EMAIL_BACKEND = _mail["EMAIL_BACKEND"].replace("django.core.mail.backends.smtp.", "notices.smtp.")
EMAIL_HOST, EMAIL_PORT = _mail["EMAIL_HOST"], _mail["EMAIL_PORT"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_USER"], _mail["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail["EMAIL_USE_TLS"], _mail["EMAIL_USE_SSL"]
EMAIL_FILE_PATH = _mail["EMAIL_FILE_PATH"]
EMAIL_TIMEOUT = given.whole("EMAIL_TIMEOUT", 10, 1, 300)
EMAIL_SECONDS = given.number("EMAIL_SECONDS", 20.0, 1, 600)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = given.text(
    "DEFAULT_FROM_EMAIL", "homeworlds@localhost", shapes.mail_address
)
# What a provider of mail says later of a mail comes by its webhook, which django-anymail understands.
ANYMAIL = {
    "WEBHOOK_SECRET": given.secret("MAIL_WEBHOOK_SECRET", "", shapes.user_and_password),
    **given.pairs("MAIL_PROVIDER_KEYS", shapes.named_value),
}
hide(*ANYMAIL.values())
EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ADMINS = [("Homeworlds", address) for address in given.several("ADMINS_EMAIL", [], shapes.bare_mail_address)]

# --- Web push: without a key nobody is offered it

VAPID_PRIVATE_KEY = given.secret(
    "VAPID_PRIVATE_KEY",
    "uDIRtwCQfasGBaUZmq1W7Zj8j-NppUrjrwmeKz2ToL0" if TESTING else "",
    shapes.vapid_key,
)
# What browsers give as their address may lead to these alone.
PUSH_HOSTS = given.several(
    "PUSH_HOSTS",
    ["fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com"],
    shapes.push_host,
)
# One that proofs set up beside the site: its scheme, host and port.
PUSH_LOCAL_SERVICE = given.text("PUSH_LOCAL_SERVICE", "", shapes.local_service)

# --- Languages and time

# Each in its own words: who looks for one of them need not read the other.
LANGUAGES = [("en", "English"), ("fr", "Français")]
LANGUAGE_CODE = given.one_of("SITE_LANGUAGE", "en", dict(LANGUAGES))
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = given.text("TIME_ZONE", "UTC", shapes.time_zone)

# --- Static files

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_MANIFEST = given.switch("STATIC_MANIFEST", False)
_static_dir = given.text("STATIC_DIR", "", shapes.folder) or "staticfiles"
STATIC_ROOT = BASE_DIR / _static_dir if STATIC_MANIFEST else None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_MANIFEST
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
WHITENOISE_AUTOREFRESH = DEBUG

# --- Safety

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = given.switch("SSL_REDIRECT", HTTPS)
# The proxy in front must set this header itself, whatever its client sent.
_proxy_header = given.text_or_none("PROXY_SSL_HEADER", "X-Forwarded-Proto", shapes.header)
PROXY_HEADER = _proxy_header
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_" + _proxy_header.upper().replace("-", "_"), "https") if HTTPS and _proxy_header else None
)
SECURE_HSTS_SECONDS = given.whole("HSTS_SECONDS", 365 * 24 * 3600 if HTTPS else 0, 0, 315_360_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = given.switch("HSTS_SUBDOMAINS", HTTPS)
SECURE_HSTS_PRELOAD = given.switch("HSTS_PRELOAD", HTTPS)
KNOWN_COOKIE_NAME = "known"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
if HTTPS:
    # Browsers take these from this very host by TLS alone, not from its neighbours under one domain.
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    LANGUAGE_COOKIE_NAME = "__Host-django_language"
    KNOWN_COOKIE_NAME = "__Host-known"
    MESSAGE_STORAGE = "homeworlds_site.messages.OfThisHost"
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = given.whole("SESSION_DAYS", 60, 1, 400) * 24 * 3600
CSRF_FAILURE_VIEW = "homeworlds_site.errors.csrf_failure"
# A turn's order is at most 10,000 characters; nobody has a reason to send more than a few forms' worth.
DATA_UPLOAD_MAX_MEMORY_SIZE = given.whole("MAX_FORM_BYTES", 262144, 16_384, 100_000_000)

# --- Watching

# Where whoever runs the site hears of alarms, besides by mail, and where signs of life go.
ALARM_URL = given.secret("ALARM_URL", "", shapes.alarm_address)
PING_URL = given.secret("PING_URL", "", shapes.ping_address)
BACKUP_PING_URL = given.secret("BACKUP_PING_URL", "", shapes.ping_address)
METRICS_TOKEN = given.secret("METRICS_TOKEN", "", shapes.token)
# Shared by all processes of this machine; before anything imports prometheus_client.
share((BASE_DIR / (given.text("METRICS_DIR", "", shapes.folder) or VAR_DIR / "metrics")).resolve(), ROLE)
SLOW_REQUEST_MS = given.whole("SLOW_REQUEST_MS", 1000, 0, 600_000)
SLOW_STATEMENT_MS = given.whole("SLOW_STATEMENT_MS", 500, 0, 600_000)
TRACES_URL = given.secret("TRACES_URL", "", shapes.trace_address)
if TRACES_URL and not can_trace():
    raise WrongSetting(
        "TRACES_URL needs packages that are not here: install those of requirements-traces.txt, or leave it "
        "empty."
    )
# Those that are not on this machine are passed over.
WATCHED_FOLDERS = given.several(
    "WATCHED_FOLDERS",
    [str(VAR_DIR), "/", "/var/lib/postgresql", "/srv/homeworlds/backups"],
    shapes.absolute_folder,
)
DISK_FREE_PERCENT = given.number("DISK_FREE_PERCENT", 10.0, 0, 90)
BACKUP_LATE_HOURS = given.number("BACKUP_LATE_HOURS", 26.0, 0.1, 10_000)
LOG_FORMAT = given.one_of("LOG_FORMAT", "line", ("line", "json"))
_levels = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "probes": {"()": "upkeep.watching.logs.ProbeFilter"},
        "requests": {"()": "upkeep.watching.logs.RequestFilter"},
        "redis": {"()": "upkeep.watching.redis_lines.RedisFilter"},
        "no_redis": {"()": "upkeep.watching.redis_lines.RedisFilter", "silent": True},
        "routine": {
            "()": "upkeep.watching.logs.RoutineFilter",
            "tasks": [entry["task"] for entry in CELERY_BEAT_SCHEDULE.values()],
        },
    },
    "formatters": {
        "line": {"()": "upkeep.watching.logs.Line"},
        "json": {"()": "upkeep.watching.logs.JsonLine"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["requests", "routine", "redis"],
        },
        # Tests have a database of their own, and what they break is no fault of the site.
        "faults": {
            "class": "logging.NullHandler" if TESTING else "upkeep.watching.faults.FaultHandler",
            "level": "ERROR",
            "filters": [] if TESTING else ["no_redis"],
        },
    },
    "root": {"handlers": ["stderr", "faults"], "level": given.one_of("LOG_LEVEL", "INFO", _levels)},
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},
        "django.request": {"filters": ["probes"]},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
    },
}
if _dsn := given.secret("SENTRY_DSN", "", shapes.report_address):
    from upkeep.watching.error_reports import start_error_reports

    start_error_reports(_dsn)
