/** Finds a project's Python and the command that prints its version. The project's own `site` customizations are not loaded for that. */
import type { ProgramRule } from '../contract/runner.ts';

export const PYTHON = {
  interpreters: [
    ...['.venv/bin/python', 'venv/bin/python', 'env/bin/python'],
    // Environments of tox and nox, the newest Python first.
    ...['.tox/py*/bin/python', '.nox/test*/bin/python'],
    ...['python3', 'python'],
  ],
  keepers: [
    { sign: 'poetry.lock', ask: ['poetry', 'env', 'info', '--executable'] },
    { sign: 'pdm.lock', ask: ['pdm', 'info', '--python'] },
    { sign: 'Pipfile', ask: ['pipenv', '--py'] },
    { sign: 'hatch.toml', ask: ['hatch', 'env', 'find', 'default'], within: 'bin/python' },
  ],
  tellsItself: ['-S', '-c', 'import json, os, sys; print(json.dumps([sys.executable, dict(os.environ)]))'],
} as const satisfies Partial<ProgramRule>;
