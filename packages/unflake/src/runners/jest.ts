/**
 * Jest 24.7 to 30 with jest-circus or jest-jasmine2. Our runner replaces them, so that single tests can be selected, ordered and repeated.
 */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseTitlePath } from '../contract/title-path.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { namedSelection } from './name-pattern.ts';
import { detectNpm } from './npm-signs.ts';
import { outcomeOfSummary } from './plain-summary.ts';
import { JEST_NAMES } from './printed-names/javascript.ts';
import { type ProbeFiles, probeListing, probeSelection, streamPath } from './probe-files.ts';
import { workerCount } from './worker-count.ts';

const SERIAL = ['--runInBand', '--maxConcurrency=1'];
// Jest stays in one process for a few quick files unless it must watch the memory of its workers.
const parallel = (workers: number) => [`--maxWorkers=${workers}`, '--workerIdleMemoryLimit=2GB'];

export const jest = {
  name: 'jest',
  can: {
    select: 'test',
    order: 'within-file',
    process: 'file',
    repeat: true,
    workers: true,
    parallel: true,
    seed: false,
    phases: true,
    stream: true,
  },
  workersTake: { unit: 'file', unless: /\bconcurrent\b/ },
  program: {
    npm: { package: 'jest', bin: 'jest' },
    // Before 24.7 the order of files cannot be given.
    versions: { from: '24.7', to: '30' },
    check: ['--version'],
    install: 'npm install --save-dev jest',
  },
  names: JEST_NAMES,
  detect: (project) =>
    detectNpm(project, {
      package: 'jest',
      isConfig: (name) => /^jest\.config\.(?:[cm]?[jt]s|json)$/.test(name),
      manifestKey: 'jest',
      // Vitest has projects, too, but reads some of their options as if they were at the root.
      allPackages: /\bprojects\b/,
    }),
  list: (context) => probed(context, SERIAL, probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => {
    const workers = workerCount(request.conditions);
    return probed(context, workers === 1 ? SERIAL : parallel(workers), probeSelection(request, context));
  },
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  plain: (request, context) => {
    const named = namedSelection(request, { names: 'any case' });
    if (named === null || workerCount(request.conditions) !== 1) return null;
    const only = named.pattern === null ? [] : ['-t', named.pattern];
    return {
      argv: [
        ...context.program,
        ...['--runInBand', '--ci', '--coverage=false', '--reporters=default'],
        ...withoutWorkers(context.settings.args),
        ...['--runTestsByPath', named.file, ...only],
      ],
      env: {},
      cwd: context.root,
      files: {},
      reads: [],
    };
  },
  parsePlain: (run, request) =>
    outcomeOfSummary(run, request, {
      output: run.stderr,
      counts: /^Tests:\s+(.+)$/m,
      nothingFound: /^No tests found/m,
      failures: {
        output: run.stderr,
        line: /^ {2}● (.+)$/gm,
        nameOf: (id) => parseTitlePath(id).titles.join(' › '),
      },
    }),
  waits: 'forks',
  forksNode: true,
  // The comparison costs as much as two or three trials that start cold, and a diagnosis has twenty or more.
  forksAfter: 0,
} as const satisfies RunnerAdapter;

function probed(context: RunnerContext, workers: readonly string[], files: ProbeFiles): Command {
  const [node, ...script] = context.program;
  return {
    argv: [
      node,
      `${context.probes}/jest/drive.cjs`,
      ...script,
      ...workers,
      // Nothing is written into the project, and the process exits after the last test.
      ...[
        '--ci',
        '--coverage=false',
        '--bail=0',
        '--forceExit',
        '--watch=false',
        '--watchAll=false',
        '--watchman=false',
      ],
      `--cacheDirectory=${context.cache ?? context.folder}/jest`,
      ...['--', ...withoutWorkers(context.settings.args)],
    ],
    cwd: context.root,
    ...files,
    env: { UNFLAKE_ROOT: context.root, ...files.env },
  };
}

/** The trial sets the number of workers; Jest refuses two values. */
function withoutWorkers(args: readonly string[]): readonly string[] {
  const takesNext = (arg: string | undefined) => arg === '-w' || arg === '--maxWorkers';
  const ofWorkers = (arg: string) => /^(?:-i|--runInBand|-w.*|--maxWorkers(?:=.*)?)$/.test(arg);
  return args.filter((arg, index) => !ofWorkers(arg) && !takesNext(args[index - 1]));
}
