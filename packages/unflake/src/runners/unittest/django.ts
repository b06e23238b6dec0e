/** unittest as Django runs it: through the project's own `manage.py test` or script, whose test runner gets our choice and order. */
import type { Command } from '../../contract/command.ts';
import type { RunnerAdapter, RunnerContext, RunRequest } from '../../contract/runner.ts';
import type { DjangoCommand } from './django-command.ts';
import { dottedName, MAX_LINE } from './plain.ts';

const DRIVER = 'unittest/run.py';

/** The same ids, streams and abilities. Files are no labels for Django: what is listed is narrowed to them. */
export function djangoTests({ takesFiles: _labels, ...unittest }: RunnerAdapter, django: DjangoCommand): RunnerAdapter {
  return {
    ...unittest,
    program: { ...unittest.program, check: ['-c', 'import django'], install: 'python3 -m pip install django' },
    list: (context) => throughDjango(unittest.list(context), context, django),
    command: (request, context) => throughDjango(unittest.command(request, context), context, django),
    plain: (request, context) => plainDjango(request, context, django),
  };
}

function throughDjango(command: Command, context: RunnerContext, { argv }: DjangoCommand): Command {
  const { program, probes, settings } = context;
  return { ...command, argv: [...program, `${probes}/${DRIVER}`, '--django', ...argv, ...settings.args] };
}

function plainDjango(
  { tests, repeat }: RunRequest,
  { program, root, settings }: RunnerContext,
  { argv, takesLabels }: DjangoCommand,
): Command | null {
  // Django runs a test once, however often it is named.
  if (!takesLabels || repeat !== 1 || new Set(tests).size < tests.length) return null;
  const labels = tests.map(dottedName);
  if (labels.includes(null) || labels.join(' ').length > MAX_LINE) return null;
  return {
    argv: [...program, ...argv, ...settings.args, ...labels.flatMap((label) => label ?? [])],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    cwd: root,
    files: {},
    reads: [],
  };
}
