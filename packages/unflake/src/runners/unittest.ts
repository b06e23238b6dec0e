/** unittest of Python 3.8 and later, through a driver that selects, orders, repeats and streams; in projects of Django as Django runs it. */

import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { developmentMode } from './development-mode.ts';
import { loadedAhead } from './loaded-ahead.ts';
import { UNITTEST_NAMES } from './printed-names/python.ts';
import { type ProbeFiles, probeListing, probeSelection, streamPath } from './probe-files.ts';
import { PYTHON } from './python.ts';
import { bytecode } from './python-cache.ts';
import { detectUnittest, startsUnittest } from './unittest/detect.ts';
import { djangoTests } from './unittest/django.ts';
import { djangoCommand } from './unittest/django-command.ts';
import { parseUnittestPlain, plainUnittest } from './unittest/plain.ts';

export const unittest = {
  name: 'unittest',
  can: {
    select: 'test',
    order: 'any',
    process: 'suite',
    repeat: true,
    fork: true,
    workers: false,
    parallel: false,
    seed: false,
    phases: true,
    stream: true,
  },
  names: UNITTEST_NAMES,
  detect: detectUnittest,
  program: {
    ...PYTHON,
    check: ['-c', 'import sys, unittest; sys.exit(sys.version_info < (3, 8))'],
    install: 'install Python 3.8 or later',
  },
  takesFiles: true,
  list: (context) => driver(context, probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => {
    const probe = probeSelection(request, context);
    return driver(context, { ...probe, env: { ...probe.env, ...developmentMode(request.conditions) } });
  },
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  plain: plainUnittest,
  parsePlain: parseUnittestPlain,
  waits: 'forks',
  // The comparison costs as much as two or three trials that start cold, and a diagnosis has twenty or more.
  forksAfter: 0,
  seedVariable: 'PYTHONHASHSEED',
  withProject: (project, folder): RunnerAdapter => {
    const django = startsUnittest(project) ? null : djangoCommand(project, folder);
    return django === null ? unittest : djangoTests(unittest, django);
  },
} as const satisfies RunnerAdapter;

function driver({ program, probes, root, settings, cache }: RunnerContext, probe: ProbeFiles): Command {
  const starts = settings.files.flatMap((path) => ['-s', path]);
  return {
    ...probe,
    argv: [...program, `${probes}/unittest/run.py`, ...settings.args, ...starts],
    env: { ...probe.env, ...bytecode(cache), ...loadedAhead('unittest', cache) },
    cwd: root,
  };
}
