"""A QR code for the eye of a phone, where there is a terminal to show it in."""

import sys

import segno


def show(url: str) -> None:
    """Print the address as a QR code, if standard output is a terminal that can draw it."""
    if sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf"):
        segno.make(url, error="l", micro=False).terminal(out=sys.stdout, compact=True)
