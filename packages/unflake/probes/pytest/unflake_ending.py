"""Shortens what pytest does after the last test, where that says nothing about any of them."""

import unflake_detectors


def collect_once(config):
    """pytest looks five times for what nobody holds any more, a third of a short run. The first look finds all but what that very look sets free."""
    try:
        from _pytest.unraisableexception import gc_collect_iterations_key
    except ImportError:
        # Before 8.4 it does not look at all.
        return
    if not unflake_detectors.ON:
        config.stash[gc_collect_iterations_key] = 1
