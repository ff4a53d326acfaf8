"""Django's settings. What differs between installations comes from the environment (serve/environment.py)."""

from serve import environment

BASE_DIR = environment.ROOT
DATA_DIR = environment.data_dir()

DEBUG = environment.flag("DEBUG")
SECRET_KEY = environment.secret_key()
ALLOWED_HOSTS = environment.allowed_hosts()

# No sessions, accounts or admin: keys say who somebody is, and the log is changed by commands alone.
INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "referee.tables",
    "referee.scoresheet",
    "api",
]

# As few as can be: every layer costs each move of each table. See referee/middleware.py.
MIDDLEWARE = [
    "referee.middleware.SecurityHeaders",
    "referee.middleware.Language",
    "referee.middleware.KnownHosts",
    "referee.middleware.PagesCsrf",
]
SILENCED_SYSTEM_CHECKS = [
    "security.W001",  # SecurityMiddleware: SecurityHeaders sends its headers in one pass
    "security.W002",  # XFrameOptionsMiddleware: likewise
    "security.W003",  # CsrfViewMiddleware: PagesCsrf is one, without the detour for the API
]

ROOT_URLCONF = "referee.urls"
WSGI_APPLICATION = "referee.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
            ],
        },
    },
]

DATABASES = {
    "default": {
        "ENGINE": "referee.postgres",
        # A connection per request costs ten times the move itself. referee/postgres drops dead ones.
        "CONN_MAX_AGE": None,
        **environment.database(),
    },
}
DATABASES["default"]["OPTIONS"] |= {"server_side_binding": True, "prepare_threshold": 5}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ja", "日本語")]
# One folder for each part: the API, the pages, the engine, and one for every game.
LOCALE_PATHS = sorted(path for path in (BASE_DIR / "locale").glob("*") if path.is_dir())
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]

# Behind a proxy that speaks TLS (HTTPS=1): trust its word, and send cookies over TLS alone.
HTTPS = environment.flag("HTTPS")
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = [
    f"https://{host}" for host in ALLOWED_HOSTS if HTTPS and not host.startswith(("*", "."))
]

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "api.schema.Schema",
    "EXCEPTION_HANDLER": "api.errors.handle",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Card-table referee",
    "DESCRIPTION": "A referee and scorekeeper for card games played with real cards.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "POSTPROCESSING_HOOKS": ["api.schema.finish"],
    "ENABLE_DJANGO_DEPLOY_CHECK": False,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {"django": {"handlers": ["stderr"], "level": "INFO", "propagate": False}},
}
