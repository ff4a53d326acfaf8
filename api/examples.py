"""Examples of the OpenAPI file. A test holds each of them against its schema."""

from collections import defaultdict


def __getattr__(name):
    if name.isupper():
        return {}
    raise AttributeError(name)
