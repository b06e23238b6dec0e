/** cargo-nextest: every test in its own process, with the project's nextest configuration. Ids are those of cargo test. */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { cargoEnvironment } from './cargo-test/driver.ts';
import { cargoTest } from './cargo-test.ts';
import { detectNextest } from './nextest/detect.ts';
import { withStream } from './nextest/events.ts';
import { parseNextestPlain, plainNextest } from './nextest/plain.ts';
import { selectionInSegments } from './nextest/segments.ts';
import { CARGO_TEST_NAMES } from './printed-names/compiled.ts';
import { type ProbeFiles, probeListing, streamPath } from './probe-files.ts';

export const nextest = {
  name: 'nextest',
  can: {
    select: 'test',
    order: 'any',
    process: 'test',
    // Two executions of a test cannot share a process.
    repeat: false,
    workers: true,
    parallel: true,
    seed: false,
    phases: false,
    stream: true,
  },
  names: CARGO_TEST_NAMES,
  detect: detectNextest,
  program: {
    interpreters: ['cargo'],
    check: ['nextest', '--version'],
    install: 'cargo install --locked cargo-nextest',
  },
  otherwise: cargoTest,
  list: (context) => driver(context, probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => driver(context, selectionInSegments(request, context)),
  parse: (run, request, context) => {
    const path = streamPath(context);
    return parseStream(withStream(run, path, request), path, context.root);
  },
  plain: plainNextest,
  parsePlain: parseNextestPlain,
} as const satisfies RunnerAdapter;

function driver(context: RunnerContext, probe: ProbeFiles): Command {
  const { node = 'node', program, probes, root, settings } = context;
  return {
    ...probe,
    argv: [node, `${probes}/nextest/drive.mjs`, program[0], '--', ...settings.args],
    env: { ...probe.env, ...cargoEnvironment(context) },
    cwd: root,
  };
}
