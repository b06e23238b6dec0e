/** BATS 1.8 and later, through a driver that starts it once per contiguous part of the selection. Every test runs in its own process. */
import type { RunnerAdapter } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { detectBats } from './bats/detect.ts';
import { batsProbe } from './bats/driver.ts';
import { parseBatsPlain, plainBats } from './bats/plain.ts';
import { recordedBats } from './bats/recorded.ts';
import { withEvents } from './bats/tap-events.ts';
import { BATS_NAMES } from './printed-names/rspec-bats.ts';
import { probeListing, probeSelection, streamPath } from './probe-files.ts';

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
    interpreters: [
      'test/bats/bin/bats',
      'tests/bats/bin/bats',
      'test/libs/bats/bin/bats',
      'tests/libs/bats/bin/bats',
      // BATS itself.
      'bin/bats',
      'node_modules/.bin/bats',
      'bats',
    ],
    check: ['--version'],
    install: 'apt-get install bats',
  },
  takesFiles: true,
  list: (context) => batsProbe('drive.mjs', context, probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => batsProbe('drive.mjs', context, probeSelection(request, context)),
  parse: (run, _request, context) => {
    const path = streamPath(context);
    return parseStream(withEvents(run, path), path, context.root);
  },
  plain: plainBats,
  parsePlain: parseBatsPlain,
  compiled: recordedBats,
} as const satisfies RunnerAdapter;
