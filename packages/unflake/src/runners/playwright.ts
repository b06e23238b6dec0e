/**
 * Playwright Test. A hook that is loaded before its code selects and orders the tests of a file, and our reporter streams their results.
 */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { detectNpm } from './npm-signs.ts';
import { exactFiles } from './playwright/file-arguments.ts';
import { parsePlaywrightPlain, plainPlaywright } from './playwright/plain.ts';
import { PLAYWRIGHT_NAMES } from './printed-names/javascript.ts';
import { type ProbeFiles, probeListing, probeSelection, streamPath } from './probe-files.ts';
import { workerCount } from './worker-count.ts';

export const playwright = {
  name: 'playwright',
  can: {
    select: 'test',
    order: 'within-file',
    // One worker runs file after file. A failure, another project or other worker fixtures start a new one.
    process: 'suite',
    // --repeat-each gives every repetition its own worker.
    repeat: false,
    workers: true,
    parallel: true,
    seed: false,
    phases: true,
    stream: true,
  },
  workersTake: { unit: 'file', unless: /\bparallel\b|\bfullyParallel\b/ },
  program: {
    npm: { package: '@playwright/test', bin: 'playwright' },
    versions: { from: '1.40', to: '1.65' },
    check: ['--version'],
    install: 'npm install --save-dev @playwright/test',
  },
  names: PLAYWRIGHT_NAMES,
  detect: (project) =>
    detectNpm(project, {
      package: '@playwright/test',
      starts: 'playwright\\s+test',
      isConfig: (name) => /^playwright\.config\.[cm]?[jt]s$/.test(name),
    }),
  list: (context) => probed(context, 1, probeListing(context), ['--list']),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) =>
    probed(context, workerCount(request.conditions), probeSelection(request, context), exactFiles(request, context)),
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  plain: plainPlaywright,
  parsePlain: parsePlaywrightPlain,
} as const satisfies RunnerAdapter;

function probed(
  { program, probes, root, folder, cache, settings }: RunnerContext,
  workers: number,
  files: ProbeFiles,
  which: readonly string[],
): Command {
  const [node, ...script] = program;
  return {
    argv: [
      node,
      ...['--require', `${probes}/playwright/hook.cjs`],
      ...script,
      'test',
      ...settings.args,
      `--reporter=${probes}/playwright/reporter.cjs`,
      // Overrides the configuration: a trial is one execution of each test, up to the last one.
      ...[`--workers=${workers}`, '--retries=0', '--repeat-each=1', '--max-failures=0', '--pass-with-no-tests'],
      // Screenshots, traces and the list of failures go here instead of into the project, and nothing else does.
      `--output=${folder}/output`,
      ...which,
    ],
    cwd: root,
    ...files,
    env: {
      UNFLAKE_ROOT: root,
      UNFLAKE_PLAYWRIGHT: script[0] ?? null,
      UNFLAKE_WORKERS: String(workers),
      PWTEST_CACHE_DIR: `${cache ?? folder}/playwright`,
      ...files.env,
    },
  };
}
