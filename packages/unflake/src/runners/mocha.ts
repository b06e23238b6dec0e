/** Mocha 5.2 to 12, through a preload that edits its tree of tests: it selects, orders, repeats and streams. Never started by npx. */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { parseMochaPlain, plainMocha } from './mocha/plain.ts';
import { detectNpm } from './npm-signs.ts';
import { MOCHA_NAMES } from './printed-names/javascript.ts';
import { type ProbeFiles, probeListing, probeSelection, streamPath } from './probe-files.ts';
import { workerCount } from './worker-count.ts';

const SERIAL = ['--no-parallel'];

export const mocha = {
  name: 'mocha',
  can: {
    select: 'test',
    order: 'any',
    process: 'suite',
    repeat: true,
    workers: true,
    parallel: false,
    seed: false,
    phases: true,
    stream: true,
  },
  workersTake: { unit: 'file', unless: null },
  names: MOCHA_NAMES,
  detect: (project) =>
    detectNpm(project, {
      package: 'mocha',
      isConfig: (name) => /^\.mocharc(?:\.(?:[cm]?js|jsonc?|ya?ml))?$/.test(name),
      manifestKey: 'mocha',
    }),
  program: {
    npm: { package: 'mocha', bin: 'mocha' },
    versions: { from: '5.2', to: '12' },
    check: ['--version'],
    install: 'npm install --save-dev mocha',
    workers: { since: '8', needs: 'Mocha 8 or later', install: 'npm install --save-dev mocha@12' },
  },
  takesFiles: true,
  list: (context) => probed(context, SERIAL, probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => {
    const workers = workerCount(request.conditions);
    const how = workers === 1 ? SERIAL : ['--parallel', '--jobs', String(workers)];
    return probed(context, how, probeSelection(request, context));
  },
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  plain: plainMocha,
  parsePlain: parseMochaPlain,
  waits: 'forks',
  forksNode: true,
  // The comparison costs as much as two or three trials that start cold, and a diagnosis has twenty or more.
  forksAfter: 0,
} as const satisfies RunnerAdapter;

function probed(context: RunnerContext, workers: readonly string[], files: ProbeFiles): Command {
  const { program, probes, root, settings } = context;
  const [node, ...script] = program;
  return {
    argv: [
      node,
      `${probes}/mocha/drive.mjs`,
      ...script,
      ...workers,
      ...['--no-bail', '--no-dry-run', '--reporter', 'spec'],
      ...['--', ...settings.args, ...settings.files],
    ],
    cwd: root,
    ...files,
    env: { UNFLAKE_ROOT: root, ...files.env },
  };
}
