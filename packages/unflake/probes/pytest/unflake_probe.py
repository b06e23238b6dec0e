"""The pytest plugin of unflake. Small, because pytest compiles it anew in each process. PYTEST_DONT_REWRITE"""

import unflake_hooks
from unflake_hooks import *  # noqa: F403

unflake_hooks.begin()
