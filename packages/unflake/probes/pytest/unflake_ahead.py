"""Does before the gate what depends on pytest and its plugins alone: each process would do it anew, and each fork inherits it."""

import sys
import types

try:
    import importlib.metadata as metadata
except ImportError:
    # Python 3.7, where pytest uses a package instead.
    metadata = None

_find_distributions = getattr(metadata, "distributions", None)


def wait_for_trial(start, run):
    """Returns where the process itself runs the trial. Forks end in here."""
    import _pytest.config
    import pytest  # noqa: F401

    # The modules of the plugin except the plugin itself: pytest must import that one, and it reads the selection.
    import unflake_bytecode  # noqa: F401
    import unflake_detectors  # noqa: F401
    import unflake_ending  # noqa: F401
    import unflake_forks  # noqa: F401
    import unflake_reports  # noqa: F401
    import unflake_retries  # noqa: F401
    import unflake_selection  # noqa: F401
    from unflake_server import serve, wait_once

    if not start.serves:
        make_config_now(_pytest.config)
        wait_once(start.gate)
        return
    know_distributions()
    if start.imports is not None:
        load_ahead(_pytest.config, start.imports)
    know_fixtures(make_config_now(_pytest.config))
    serve(start.gate, run)


def load_ahead(config, imports):
    """Plugins are imported through the hook that rewrites their assertions, as pytest would import them."""
    import unflake_preload
    from _pytest.assertion.rewrite import AssertionRewritingHook

    other = config.get_config([])
    hook = AssertionRewritingHook(other)
    mark_plugins(hook, config)
    sys.meta_path.insert(0, hook)
    try:
        unflake_preload.preload(imports, keep_filters=False)
    finally:
        sys.meta_path.remove(hook)


def mark_plugins(hook, config):
    for distribution in metadata.distributions() if metadata else ():
        if any(point.group == "pytest11" for point in distribution.entry_points):
            hook.mark_rewrite(*config._iter_rewritable_modules(str(file) for file in distribution.files or []))


def make_config_now(config):
    """pytest loads its own plugins before it reads an argument or a file, which is a third of a short run."""
    make = config.get_config
    made = make(sys.argv[1:])

    def take(args=None, plugins=None, **options):
        config.get_config = make
        # Later versions pass the program name, which only usage errors need.
        if args != sys.argv[1:] or plugins is not None or options.keys() - {"prog"}:
            return make(args, plugins, **options)
        return made

    config.get_config = take
    return made


def know_distributions():
    """pytest asks every installed distribution for its entry points, twice. Until it has read its configuration they cannot change."""
    if metadata is None:
        return
    known = [KnownDistribution(one) for one in _find_distributions()]

    def distributions(**context):
        return _find_distributions(**context) if context else iter(known)

    metadata.distributions = distributions


def forget_distributions():
    if metadata is not None:
        metadata.distributions = _find_distributions


class KnownDistribution:
    def __init__(self, distribution):
        self._distribution = distribution
        self.entry_points = distribution.entry_points

    def __getattr__(self, name):
        return getattr(self._distribution, name)


def know_fixtures(config):
    """pytest looks at every name of its own modules for fixtures. Most modules have none, and need not be looked at."""
    from _pytest import fixtures

    parse = fixtures.FixtureManager.parsefactories
    kind = getattr(fixtures, "FixtureFunctionDefinition", ())
    without = {
        plugin
        for plugin in config.pluginmanager.get_plugins()
        if isinstance(plugin, types.ModuleType) and not any(is_fixture(value, kind) for value in vars(plugin).values())
    }

    def parsefactories(self, *args, **options):
        if args and isinstance(args[0], types.ModuleType) and args[0] in without:
            return None
        return parse(self, *args, **options)

    fixtures.FixtureManager.parsefactories = parsefactories


def is_fixture(value, kind):
    # The second is how fixtures were marked before pytest 8.4.
    return isinstance(value, kind) or "_pytestfixturefunction" in getattr(value, "__dict__", ())
