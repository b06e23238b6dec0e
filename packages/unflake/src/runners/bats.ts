/** BATS 1.8 and later, through a driver that starts it once per contiguous part of the selection. Every test runs in its own process. */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { detectBats } from './bats/detect.ts';
import { parseBatsPlain, plainBats } from './bats/plain.ts';
import { BATS_NAMES } from './printed-names/rspec-bats.ts';
import { type ProbeFiles, probeListing, probeSelection, streamPath } from './probe-files.ts';

export const bats = {
  name: 'bats',
  can: {
    select: 'test',
    order: 'any',
    process: 'test',
    // Two executions of a test cannot share a process.
    repeat: false,
    workers: false,
    parallel: false,
    seed: false,
    phases: false,
    stream: true,
  },
  names: BATS_NAMES,
  detect: detectBats,
  program: {
    interpreters: ['test/bats/bin/bats', 'tests/bats/bin/bats', 'node_modules/.bin/bats', 'bats'],
    check: ['--version'],
    install: 'apt-get install bats',
  },
  takesFiles: true,
  list: (context) => driver(context, probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => driver(context, probeSelection(request, context)),
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  plain: plainBats,
  parsePlain: parseBatsPlain,
} as const satisfies RunnerAdapter;

function driver({ program, probes, root, settings, node }: RunnerContext, probe: ProbeFiles): Command {
  const files = settings.files.flatMap((path) => ['--files', path]);
  return {
    ...probe,
    argv: [node ?? 'node', `${probes}/bats/drive.mjs`, ...program, ...files, '--', ...settings.args],
    env: {
      ...probe.env,
      BATS_NUMBER_OF_PARALLEL_JOBS: null,
      BATS_TEST_NAME_PREFIX: null,
      // Failures in set-up are recognized by the quotes around function names.
      BATS_CODE_QUOTE_STYLE: null,
    },
    cwd: root,
  };
}
