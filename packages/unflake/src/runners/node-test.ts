/** node:test, run file by file through our driver, because Node itself can neither list nor order tests. */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { detectNodeTest } from './node-test/detect.ts';
import { filesInOrder } from './node-test/files-in-order.ts';
import { parseNodeTestPlain, plainNodeTest } from './node-test/plain.ts';
import { scriptOptions } from './node-test/script-options.ts';
import { NODE_TEST_NAMES } from './printed-names/javascript.ts';
import { probeListing, probeSelection, streamPath } from './probe-files.ts';
import { workerCount } from './worker-count.ts';

export const nodeTest = {
  name: 'node-test',
  can: {
    select: 'test',
    order: 'within-file',
    process: 'file',
    repeat: true,
    workers: true,
    parallel: true,
    seed: false,
    phases: false,
    stream: true,
  },
  workersTake: { unit: 'file', unless: null },
  names: NODE_TEST_NAMES,
  detect: detectNodeTest,
  // Without a package or interpreters to look for, the engine uses its own Node.
  program: { check: [], install: 'install Node.js 20.11 or later' },
  takesFiles: true,
  list: (context) => driver(context, [], probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => {
    const probe = probeSelection(request, context);
    const { tests, repeat } = request;
    const workers = workerCount(request.conditions);
    return driver(context, workers === 1 ? [] : ['--workers', String(workers)], {
      ...probe,
      files: { 'selection.json': JSON.stringify({ tests, repeat, files: filesInOrder(request) }) },
    });
  },
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  plain: plainNodeTest,
  parsePlain: parseNodeTestPlain,
  withProject: (project, folder): RunnerAdapter => {
    const options = scriptOptions(project, folder);
    if (options.length === 0) return nodeTest;
    return { ...nodeTest, plain: (request, context) => plainNodeTest(request, context, options) };
  },
  waits: 'forks',
  forksNode: true,
  // The comparison costs as much as two or three trials that start cold, and a diagnosis has twenty or more.
  forksAfter: 0,
} as const satisfies RunnerAdapter;

function driver(
  { program, probes, root, settings }: RunnerContext,
  options: readonly string[],
  probe: Pick<Command, 'env' | 'files' | 'reads'>,
): Command {
  const files = settings.files.flatMap((pattern) => ['--files', pattern]);
  // For the driver's own process, if it runs the tests.
  const reporters = ['reporter', 'serialize'].flatMap((name) => [
    `--test-reporter=${probes}/node-test/${name}.mjs`,
    '--test-reporter-destination=stdout',
  ]);
  return {
    ...probe,
    argv: [...program, ...reporters, `${probes}/node-test/driver.mjs`, ...options, ...files, '--', ...settings.args],
    // Inside an outer `node --test`, an inner one would run nothing and pass.
    env: { ...probe.env, NODE_TEST_CONTEXT: null, NODE_OPTIONS: null },
    cwd: root,
  };
}
