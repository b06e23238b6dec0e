/** pytest 7 and later, through a plugin that selects, orders, repeats and streams. Started with the project's own interpreter. */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { developmentMode } from './development-mode.ts';
import { loadedAhead } from './loaded-ahead.ts';
import { PYTEST_NAMES } from './printed-names/python.ts';
import { type ProbeFiles, probeListing, probeSelection, streamPath } from './probe-files.ts';
import { detectPytest } from './pytest/detect.ts';
import { parsePytestPlain, plainPytest } from './pytest/plain.ts';
import { PYTHON } from './python.ts';
import { bytecode } from './python-cache.ts';
import { workerCount } from './worker-count.ts';

export const pytest = {
  name: 'pytest',
  can: {
    select: 'test',
    order: 'any',
    process: 'suite',
    repeat: true,
    fork: true,
    workers: true,
    parallel: false,
    seed: false,
    phases: true,
    stream: true,
  },
  names: PYTEST_NAMES,
  detect: detectPytest,
  program: {
    ...PYTHON,
    check: ['-m', 'pytest', '--version'],
    install: 'python3 -m pip install pytest',
    workers: {
      check: ['-c', 'import xdist.plugin'],
      needs: 'pytest-xdist',
      install: 'python3 -m pip install pytest-xdist',
    },
  },
  takesFiles: true,
  list: (context) => {
    const { settings } = context;
    return command(context, ['--collect-only', '-q', ...settings.args, ...settings.files], probeListing(context));
  },
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => {
    const probe = probeSelection(request, context);
    const workers = { UNFLAKE_WORKERS: String(workerCount(request.conditions)) };
    const env = { ...probe.env, ...developmentMode(request.conditions), ...workers };
    return command(context, context.settings.args, { ...probe, env });
  },
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  plain: plainPytest,
  parsePlain: parsePytestPlain,
  waits: 'forks',
  // The comparison costs as much as two or three trials that start cold, and a diagnosis has twenty or more.
  forksAfter: 0,
  seedVariable: 'PYTHONHASHSEED',
} as const satisfies RunnerAdapter;

function command(context: RunnerContext, args: readonly string[], probe: ProbeFiles): Command {
  const { program, probes, root, folder, cache } = context;
  return {
    ...probe,
    argv: [
      ...program,
      `${probes}/pytest/run.py`,
      '-p',
      'unflake_probe',
      // Ids are relative to the folder in which pytest starts, so that they work as arguments.
      `--rootdir=${root}`,
      // Turning the cache off would break tests that use it and options that name it.
      '-o',
      `cache_dir=${folder}/pytest-cache`,
      '--maxfail=0',
      '--continue-on-collection-errors',
      '--color=no',
      ...args,
    ],
    env: { ...probe.env, ...bytecode(cache), ...loadedAhead('pytest', cache), PYTEST_ADDOPTS: null },
    cwd: root,
  };
}
