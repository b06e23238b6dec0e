/** Vitest 1.3.1 to 5. Our runner extends Vitest's own inside the worker, so that single tests can be selected, ordered and repeated. */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseTitlePath } from '../contract/title-path.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { namedSelection } from './name-pattern.ts';
import { detectNpm } from './npm-signs.ts';
import { outcomeOfSummary } from './plain-summary.ts';
import { VITEST_NAMES } from './printed-names/javascript.ts';
import { type ProbeFiles, probeListing, probeSelection, streamPath } from './probe-files.ts';
import { workerCount } from './worker-count.ts';

const SERIAL = 1;
/** Since version 5 it also prints which attempts failed: ` FAIL  a.test.ts > total (initial run, 1st retry)`. */
const HEADING = /^ FAIL {2}(.+?)(?: \((?:initial run|\d+\w\w retry)(?:, \d+\w\w retry)*\))?$/gm;

export const vitest = {
  name: 'vitest',
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
    npm: { package: 'vitest', bin: 'vitest' },
    // Before 1.3.1 Vitest does not export the parser of its flags.
    versions: { from: '1.3.1', to: '5' },
    check: ['--version'],
    install: 'npm install --save-dev vitest',
  },
  names: VITEST_NAMES,
  detect: (project) =>
    detectNpm(project, {
      package: 'vitest',
      isConfig: (name, text) =>
        /^vitest\.(?:config|workspace)\.(?:[cm]?[jt]s|json)$/.test(name) ||
        (/^vite\.config\.[cm]?[jt]s$/.test(name) && /\btest\s*:|\bvitest\b/.test(text())),
    }),
  list: (context) => probed(context, SERIAL, probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => probed(context, workerCount(request.conditions), probeSelection(request, context)),
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  plain: (request, context) => {
    const named = namedSelection(request, { names: 'exact case', leadingSpace: 'possible' });
    if (named === null || workerCount(request.conditions) !== SERIAL) return null;
    // A file argument matches part of a path: `a.test.ts` would also run `a.test.tsx`.
    const files = new Set(request.suite.map((id) => parseTitlePath(id).file));
    if ([...files].some((file) => file !== named.file && file.startsWith(named.file))) return null;
    const only = named.pattern === null ? [] : ['-t', named.pattern];
    return {
      argv: [
        ...context.program,
        ...['run', '--no-file-parallelism', '--coverage.enabled=false', '--reporter=default', '--allowOnly'],
        ...context.settings.args,
        ...[`${context.root}/${named.file}`, ...only],
      ],
      // Without it Vitest would write missing snapshots into the project.
      env: { CI: '1' },
      cwd: context.root,
      files: {},
      reads: [],
    };
  },
  parsePlain: (run, request) =>
    outcomeOfSummary(run, request, {
      output: run.stdout,
      counts: /^\s*Tests\s+(.+)$/m,
      nothingFound: /No test files found/,
      failures: { output: run.stderr, line: HEADING, nameOf: nameInHeading },
    }),
  waits: 'forks',
  forksNode: true,
  // Before it, a library starts the workers.
  forksSince: '4',
  // A trial in a fork takes a fourth of a cold one, and the comparison less than ten trials: no diagnosis is as short.
  forksAfter: 0,
} as const satisfies RunnerAdapter;

function nameInHeading(id: string): string {
  const { file, titles } = parseTitlePath(id);
  return [file, ...titles].join(' > ');
}

function probed(context: RunnerContext, workers: number, files: ProbeFiles): Command {
  const [node, ...script] = context.program;
  const cache = `${context.cache ?? context.folder}/vitest`;
  return {
    argv: [
      node,
      `${context.probes}/vitest/drive.mjs`,
      ...script,
      ...[String(workers), cache],
      ...['--', ...context.settings.args],
    ],
    cwd: context.root,
    ...files,
    env: { UNFLAKE_ROOT: context.root, ...files.env },
  };
}
