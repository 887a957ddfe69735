"""Every setting of the site, read from the environment.

With nothing but a secret key the site runs embedded: SQLite, and files for cache and queue, all in `var/`.

Variable            Default                 Meaning
SECRET_KEY          file SECRET_KEY_FILE    signs sessions and codes; needed unless DEBUG or under test
SECRET_KEY_FILE     VAR_DIR/secret_key      read when SECRET_KEY is not given
DEBUG               false                   Django's debug pages
VAR_DIR             var                     database, queue, cache, collected mail of an embedded site
SITE_URL            http://127.0.0.1:8000   where people reach the site; https switches secure cookies on
ALLOWED_HOSTS       loopback, host of it    host names answered, separated by commas
TRUSTED_PROXIES     0                       proxies in front that append to X-Forwarded-For
DATABASE_URL        SQLite in VAR_DIR       `postgres://user:password@host/name` in production
DATABASE_POOL       on for web on Postgres  keep a pool of connections
REDIS_URL           none                    shared cache (give it a database number of its own)
BROKER_URL          REDIS_URL, else files   queue of tasks
PROCESS_ROLE        none                    `web` or `worker`: web processes give up quickly on a hung queue
TASKS_EAGER         under test              run tasks at once, in the process that asks for them
SWEEP_SECONDS       5                       how often lost work is looked for
EMAIL_URL           console:                `smtp://user:password@host:port`, `submission://...`, `file:///folder`
DEFAULT_FROM_EMAIL  homeworlds@localhost    sender of codes and notices
ADMINS_EMAIL        none                    who is told of errors
STATIC_MANIFEST     false                   serve collected, hashed static files (after `collectstatic`)
LOG_LEVEL           INFO                    least level written to standard error
"""

import sys
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from environs import Env

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent
TESTING = "pytest" in sys.modules
DEBUG = env.bool("DEBUG", False)
ROLE = env.str("PROCESS_ROLE", "")
VAR_DIR = (BASE_DIR / env.str("VAR_DIR", "var")).resolve()

# --- Where the site stands and who may reach it

SITE_URL = env.str("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
HTTPS = SITE_URL.startswith("https://")
SITE_NAME = "Homeworlds"
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", [urlsplit(SITE_URL).hostname or "localhost", "localhost", "127.0.0.1"]
)
CSRF_TRUSTED_ORIGINS = [SITE_URL]
ROOT_URLCONF = "homeworlds_site.urls"
WSGI_APPLICATION = "homeworlds_site.wsgi.application"


def _secret_key() -> str:
    key: str = env.str("SECRET_KEY", "")
    file = Path(env.str("SECRET_KEY_FILE", str(VAR_DIR / "secret_key")))
    if not key and file.is_file():
        key = file.read_text().strip()
    if not key and (DEBUG or TESTING):
        key = "only-for-tests-and-debugging-" * 2
    if not key:
        raise ImproperlyConfigured(
            "Set SECRET_KEY to a long random text, or DEBUG=1 to develop; bin/serve makes a key by itself."
        )
    return key


SECRET_KEY = _secret_key()

# --- Apps and middleware

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
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
    "accounts",
    "games",
    "pages",
]

MIDDLEWARE = [
    "homeworlds_site.middleware.house_headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.player_preferences",
    "accounts.middleware.HouseAnswers",
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
            ],
        },
    },
]
FORM_RENDERER = "accounts.forms.HouseRenderer"

# --- Database: IMMEDIATE transactions on SQLite stand in for row locks

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASE_URL = env.str("DATABASE_URL", f"sqlite:///{VAR_DIR / 'homeworlds.sqlite3'}")
DATABASES = {"default": env.dj_db_url("DATABASE_URL", DATABASE_URL)}
_database = DATABASES["default"]
_database["ATOMIC_REQUESTS"] = False
if "sqlite3" in _database["ENGINE"]:
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
elif env.bool("DATABASE_POOL", ROLE == "web" and not TESTING):
    _database["CONN_MAX_AGE"] = 0  # the pool keeps the connections
    _database.setdefault("OPTIONS", {})["pool"] = {"min_size": 1, "max_size": 10, "timeout": 10}

# --- Cache: shared by all processes, or a limit would count anew in each of them

REDIS_URL = env.str("REDIS_URL", "")
if TESTING:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
elif REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": VAR_DIR / "cache",
            "OPTIONS": {"MAX_ENTRIES": 5000},
        }
    }
SESSION_ENGINE = "django.contrib.sessions.backends." + ("cached_db" if REDIS_URL and not TESTING else "db")

# --- Tasks. The database is the truth, the queue only a hint: a lost task is found again by the sweep.

CELERY_BROKER_URL = env.str("BROKER_URL", REDIS_URL or "filesystem://")
CELERY_TASK_ALWAYS_EAGER = env.bool("TASKS_EAGER", TESTING)
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {"games.tasks.play_bot_turn": {"queue": "bots"}}
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
if CELERY_BROKER_URL.startswith("filesystem:") and not TESTING:
    _broker_dir = VAR_DIR / "broker"
    for _folder in ("queue", "control"):
        (_broker_dir / _folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_broker_dir / "queue"),
        "data_folder_out": str(_broker_dir / "queue"),
        "control_folder": str(_broker_dir / "control"),
        "polling_interval": 0.1,
    }
elif ROLE == "web":
    # A hung queue must not hang a page. A worker may not have these limits: they break its waiting reads.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 1, "socket_timeout": 2}
    CELERY_BROKER_CONNECTION_TIMEOUT = 1
    CELERY_TASK_PUBLISH_RETRY = False

SWEEP_SECONDS = env.float("SWEEP_SECONDS", 5.0)
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "games.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        # Without a worker the sweeps would pile up; only the youngest is of use.
        "options": {"expires": max(2 * SWEEP_SECONDS, 10)},
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
    "confirm_email_verification_code": "accounts.forms.AddressCodeForm",
    "confirm_password_reset_code": "accounts.forms.ResetCodeForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = "accounts.adapter.display_name"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_CHANGE_EMAIL = True
# A code goes astray now and then: three to an address in three minutes.
ACCOUNT_RATE_LIMITS = {"confirm_email": "3/3m/key"}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", 0)

# --- Mail

_mail = env.dj_email_url("EMAIL_URL", "console:")
EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = _mail["EMAIL_HOST"], _mail["EMAIL_PORT"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_USER"], _mail["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail["EMAIL_USE_TLS"], _mail["EMAIL_USE_SSL"]
EMAIL_FILE_PATH = _mail["EMAIL_FILE_PATH"]
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", "homeworlds@localhost")
ADMINS = [("Homeworlds", address) for address in env.list("ADMINS_EMAIL", [])]

# --- Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_MANIFEST = env.bool("STATIC_MANIFEST", False)
STATIC_ROOT = BASE_DIR / "staticfiles" if STATIC_MANIFEST else None
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
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 60 * 24 * 3600
CSRF_FAILURE_VIEW = "homeworlds_site.errors.csrf_failure"
# A turn's order is at most 10,000 characters; nobody has a reason to send more than a few forms' worth.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

# --- Logs

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
        "admins": {"class": "django.utils.log.AdminEmailHandler", "level": "ERROR"},
    },
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": ["admins"], "level": "INFO"},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
    },
}
