"""What the environment says about this installation: data folder, secret key, database, host names."""

from __future__ import annotations

import os
import secrets
import socket
from itertools import pairwise
from pathlib import Path
from typing import Any

from serve import home

ROOT = Path(__file__).resolve().parent.parent


def data_dir() -> Path:
    """The folder that holds everything this installation keeps (DATA_DIR, or var/ beside the code)."""
    return Path(os.environ.get("DATA_DIR") or ROOT / "var").expanduser().absolute()


def flag(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() not in {"", "0", "no", "false", "off"}


def secret_key() -> str:
    """SECRET_KEY, or one made once and kept in the data folder, readable by its owner only."""
    if given := os.environ.get("SECRET_KEY"):
        return given
    path = data_dir() / "secret_key"
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        home.make_folder(path.parent)
    draft = path.with_name(f"secret_key.{os.getpid()}.{secrets.token_hex(4)}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:  # noqa: PTH123
        file.write(secrets.token_urlsafe(64) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)  # fails where another process was first; then theirs counts
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text().strip()


def database(given: str = "") -> dict[str, Any]:
    """Django's entry for a database: a libpq URL, or DATABASE_URL, or the PostgreSQL of the data folder."""
    from django.core.exceptions import ImproperlyConfigured
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    from serve import postgres

    url = given or os.environ.get("DATABASE_URL") or postgres.url(data_dir())
    try:
        parts: dict[str, Any] = dict(conninfo_to_dict(url))
    except ProgrammingError:
        # The URL may hold a password, so neither it nor libpq's complaint, which repeats it, is shown.
        raise ImproperlyConfigured(
            "DATABASE_URL is not the URL of a PostgreSQL database (postgresql://user:password@host/database)."
        ) from None
    named = {key: str(parts.pop(word, "")) for key, word in DJANGO_WORDS.items()}
    return named | {"OPTIONS": parts}


DJANGO_WORDS = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}


def addresses() -> list[str]:
    """This machine's IPv4 addresses that others on its network can use, the likeliest first."""
    found = [_outward_address(), *_linux_addresses()]
    return [a for a in dict.fromkeys(found) if a and not a.startswith("127.")]


def _outward_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # a documentation address: only the route is looked up, nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _linux_addresses() -> list[str]:
    try:
        lines = Path("/proc/net/fib_trie").read_text().splitlines()
    except OSError:
        return []
    pairs = pairwise(lines)
    return [above.split()[-1] for above, below in pairs if "/32 host LOCAL" in below]


def allowed_hosts() -> list[str]:
    """ALLOWED_HOSTS (comma-separated), or every name and address by which this machine calls itself."""
    if given := os.environ.get("ALLOWED_HOSTS"):
        return [host.strip() for host in given.split(",") if host.strip()]
    name = socket.gethostname().lower()
    bound = os.environ.get("HOST", "")
    asked = [bound.lower()] if bound and bound not in EVERY_ADDRESS and ":" not in bound else []
    return ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *addresses(), *asked]


EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104
