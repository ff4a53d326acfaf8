"""Opaque ids and secret keys, from the operating system's random source."""

import hashlib
import hmac
import secrets

from django.conf import settings

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_id() -> str:
    """Return a random id of 12 letters and digits that are hard to mistake (59 bits)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def new_key() -> str:
    """Return a random secret key of 192 bits, safe in links."""
    return secrets.token_urlsafe(24)


def derived_key(*words: str) -> str:
    """Return a secret key that follows from the server's own secret and the given words.

    Used where the same request must give the same keys again and they may not be kept in the clear.
    """
    message = "\0".join(words).encode()
    return hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).hexdigest()


def digest(text: str) -> str:
    """Return the SHA-256 digest under which a key or a request is kept."""
    return hashlib.sha256(text.encode()).hexdigest()
