"""Shortens pytest's work after the last test where it has no effect on any test."""

import unflake_detectors


def collect_once(config):
    """pytest runs the garbage collector five times, a third of a short run. The first pass finds everything except what that pass itself
    frees."""
    try:
        from _pytest.unraisableexception import gc_collect_iterations_key
    except ImportError:
        # Before 8.4 pytest does not collect at all.
        return
    if not unflake_detectors.ON:
        config.stash[gc_collect_iterations_key] = 1
