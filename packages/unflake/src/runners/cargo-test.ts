/** cargo test with Rust's own harness (libtest): target by target, each in its own process, in the harness's alphabetical order. */
import type { RunnerAdapter } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { compiledCargoTest } from './cargo-test/compiled.ts';
import { detectCargoTest } from './cargo-test/detect.ts';
import { cargoDriver } from './cargo-test/driver.ts';
import { withStream } from './cargo-test/libtest.ts';
import { parseCargoTestPlain, plainCargoTest } from './cargo-test/plain.ts';
import { selectionByTarget } from './cargo-test/selection.ts';
import { CARGO_TEST_NAMES } from './printed-names/compiled.ts';
import { probeListing, streamPath } from './probe-files.ts';

export const cargoTest = {
  name: 'cargo-test',
  can: {
    select: 'test',
    // Within a target the harness always sorts its tests by name.
    order: 'file',
    process: 'file',
    repeat: false,
    workers: true,
    parallel: true,
    seed: false,
    phases: false,
    stream: true,
  },
  names: CARGO_TEST_NAMES,
  detect: detectCargoTest,
  program: { interpreters: ['cargo'], check: ['--version'], install: 'apt-get install cargo' },
  list: (context) => cargoDriver(context, [], probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => cargoDriver(context, [], selectionByTarget(request, context)),
  parse: (run, request, context) => {
    const path = streamPath(context);
    return parseStream(withStream(run, path, request), path, context.root);
  },
  plain: plainCargoTest,
  parsePlain: parseCargoTestPlain,
  compiled: compiledCargoTest,
} as const satisfies RunnerAdapter;
