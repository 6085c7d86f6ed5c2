"""Settings of every test."""

from hypothesis import settings

# The gate must say the same of the same commit; `tools/check --long` looks further.
settings.register_profile("gate", derandomize=True, deadline=None)
settings.load_profile("gate")
