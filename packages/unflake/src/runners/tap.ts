/**
 * node-tap 16 to 21. A test is a file, because its contents are known only by running it. Our driver starts each file with the Node options
 * that tap itself uses.
 */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { detectNpm } from './npm-signs.ts';
import { TAP_NAMES } from './printed-names/javascript.ts';
import { type ProbeFiles, probeListing, probeSelection, streamPath } from './probe-files.ts';
import { parseTapPlain, plainTap } from './tap/plain.ts';
import { workerCount } from './worker-count.ts';

export const tap = {
  name: 'tap',
  can: {
    select: 'test',
    order: 'any',
    process: 'test',
    // Two executions of a file cannot share a process.
    repeat: false,
    workers: true,
    parallel: true,
    seed: false,
    phases: false,
    stream: true,
  },
  workersTake: { unit: 'file', unless: null },
  names: TAP_NAMES,
  detect: (project) =>
    detectNpm(project, {
      package: 'tap',
      // Other runners have a reporter of that name.
      starts: '(?<!(?:-R|reporter) )tap',
      isConfig: (name) => name === '.taprc',
      manifestKey: 'tap',
    }),
  program: {
    npm: { package: 'tap', bin: 'tap' },
    versions: { from: '16', to: '21' },
    check: ['--version'],
    install: 'npm install --save-dev tap',
  },
  takesFiles: true,
  list: (context) => probed(context, 1, probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => probed(context, workerCount(request.conditions), probeSelection(request, context)),
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  plain: plainTap,
  parsePlain: parseTapPlain,
} as const satisfies RunnerAdapter;

function probed({ program, probes, root, settings }: RunnerContext, workers: number, files: ProbeFiles): Command {
  const [node, ...script] = program;
  return {
    argv: [
      node,
      `${probes}/tap/drive.mjs`,
      ...[...script, String(workers)],
      ...['--', ...settings.args, ...settings.files],
    ],
    cwd: root,
    ...files,
    env: { UNFLAKE_ROOT: root, ...files.env },
  };
}
