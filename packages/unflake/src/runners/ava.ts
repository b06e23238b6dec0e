/** AVA 3 to 8, through a module that every worker loads first: it lists, selects, orders, repeats and streams. Never started by npx. */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { parseAvaPlain, plainAva } from './ava/plain.ts';
import { detectNpm } from './npm-signs.ts';
import { AVA_NAMES } from './printed-names/javascript.ts';
import { type ProbeFiles, probeListing, probeSelection, streamPath } from './probe-files.ts';
import { workerCount } from './worker-count.ts';

export const ava = {
  name: 'ava',
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
  // The tests of one file start concurrently, unless each is made serial.
  workersTake: { unit: 'file', unless: /\bfrom\s*['"]ava['"]|\brequire\(\s*['"]ava['"]/ },
  names: AVA_NAMES,
  detect: (project) =>
    detectNpm(project, {
      package: 'ava',
      isConfig: (name) => /^ava\.config\.[cm]?js$/.test(name),
      manifestKey: 'ava',
    }),
  program: {
    npm: { package: 'ava', bin: 'ava' },
    versions: { from: '3', to: '8' },
    check: ['--version'],
    install: 'npm install --save-dev ava',
  },
  takesFiles: true,
  list: (context) => probed(context, 1, probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => probed(context, workerCount(request.conditions), probeSelection(request, context)),
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  plain: plainAva,
  parsePlain: parseAvaPlain,
} as const satisfies RunnerAdapter;

function probed({ program, probes, root, settings }: RunnerContext, workers: number, files: ProbeFiles): Command {
  const [node, ...script] = program;
  return {
    argv: [
      node,
      `${probes}/ava/drive.mjs`,
      ...[...script, String(workers)],
      ...['--', ...settings.args, ...settings.files],
    ],
    cwd: root,
    ...files,
    env: { UNFLAKE_ROOT: root, ...files.env },
  };
}
