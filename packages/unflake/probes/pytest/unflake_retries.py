"""Takes the plugins out of the session that would hide a failure by retrying, or change the order behind our back.

They are unregistered after the options were read and their markers declared, so that a project that names either still starts.
"""

PLUGINS = ("rerunfailures", "pytest_rerunfailures", "flaky", "flaky.flaky_pytest_plugin", "pytest-retry", "retry", "pytest_retry", "randomly", "pytest_randomly")


def silence_retries(config):
    manager = config.pluginmanager
    for name in PLUGINS:
        plugin = manager.get_plugin(name)
        if plugin is not None and manager.is_registered(plugin):
            manager.unregister(plugin)
