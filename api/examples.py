"""Examples of the OpenAPI file. A test holds each of them against its schema."""


def __getattr__(name):
    if name.isupper():
        return {}
    raise AttributeError(name)
