"""Random tests try the same examples every time, and do not mind a slow machine."""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, database=None, deadline=None)
settings.load_profile("steady")
