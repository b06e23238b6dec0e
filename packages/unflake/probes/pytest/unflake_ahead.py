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

    # All of the plugin except the file that pytest imports, which reads the selection.
    import unflake_hooks  # noqa: F401
    from unflake_server import serve, wait_once
    from unflake_sources import know_sources

    if not start.serves:
        make_config_now(_pytest.config)
        wait_once(start.gate)
        return
    know_version()
    know_distributions()
    if start.imports is not None:
        load_ahead(_pytest.config, start.imports)
    know_fixtures(make_config_now(_pytest.config))
    know_sources()
    serve(start.gate, run)


def load_ahead(config, imports):
    """Plugins are imported through the hook that rewrites their assertions, as pytest would import them."""
    import unflake_preload
    from _pytest.assertion import rewrite

    hook = rewrite.AssertionRewritingHook(NoConfig(rewrite.assertstate_key))
    mark_plugins(hook, config)
    sys.meta_path.insert(0, hook)
    try:
        unflake_preload.preload(imports, keep_filters=False)
    finally:
        sys.meta_path.remove(hook)


class NoConfig:
    """What the hook needs of a configuration. That of the trials has read nothing yet."""

    def __init__(self, state_key):
        self.stash = {state_key: types.SimpleNamespace(trace=lambda *_: None, hook=None)}

    def getini(self, name):
        raise ValueError(name)

    def issue_config_time_warning(self, *_args, **_options):
        pass


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


def know_version():
    """pluggy reads its own version from its distribution whenever it is asked, and pytest asks."""
    import pluggy

    vars(pluggy).setdefault("__version__", pluggy.__version__)


def know_fixtures(config):
    """pytest looks at every name of its plugins for fixtures. Those of its own modules and classes are known."""
    from _pytest import fixtures

    parse = fixtures.FixtureManager.parsefactories
    kind = getattr(fixtures, "FixtureFunctionDefinition", ())
    modules = [plugin for plugin in config.pluginmanager.get_plugins() if isinstance(plugin, types.ModuleType)]
    known = {module: only_fixtures(module, kind) for module in modules}
    without = {type_ for type_ in own_classes() if not any(is_fixture(getattr(type_, name, None), kind) for name in dir(type_))}

    def parsefactories(self, *args, **options):
        holder = options.get("holder", args[0] if args else None)
        if type(holder) in without:
            # A node stands for the object that it has.
            if not hasattr(holder, "obj"):
                return None
        elif isinstance(holder, types.ModuleType) and holder in known:
            if "holder" in options:
                options["holder"] = known[holder]
            else:
                args = (known[holder],) + args[1:]
        return parse(self, *args, **options)

    fixtures.FixtureManager.parsefactories = parsefactories


def only_fixtures(module, kind):
    """A module with nothing but the fixtures of this one."""
    other = types.ModuleType(module.__name__)
    vars(other).update({name: value for name, value in vars(module).items() if is_fixture(value, kind)})
    return other


def own_classes():
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("_pytest.")]
    return {value for module in modules for value in vars(module).values() if isinstance(value, type) and value.__module__.startswith("_pytest.")}


def is_fixture(value, kind):
    # The second is how fixtures were marked before pytest 8.4.
    return isinstance(value, kind) or "_pytestfixturefunction" in getattr(value, "__dict__", ())
