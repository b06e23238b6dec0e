/** GoogleTest 1.10 and later: programs that are already built, each started once for its part of the selection. */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { detectGoogletest } from './googletest/detect.ts';
import { parseGoogletestPlain, plainGoogletest } from './googletest/plain.ts';
import { selectionByProgram } from './googletest/selection.ts';
import { GOOGLETEST_NAMES } from './printed-names/googletest.ts';
import { type ProbeFiles, probeListing, streamPath } from './probe-files.ts';

export const googletest = {
  name: 'googletest',
  can: {
    select: 'test',
    // A program runs its tests in registration order, whatever its filter says.
    order: 'file',
    process: 'file',
    repeat: true,
    workers: false,
    parallel: false,
    seed: false,
    phases: false,
    stream: true,
  },
  detect: detectGoogletest,
  // The test programs belong to the project; Node starts them.
  program: { check: [], install: 'apt-get install g++ libgtest-dev' },
  takesFiles: true,
  list: (context) => driver(context, probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => driver(context, selectionByProgram(request, context)),
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  names: GOOGLETEST_NAMES,
  plain: plainGoogletest,
  parsePlain: parseGoogletestPlain,
} as const satisfies RunnerAdapter;

function driver({ program, probes, root, settings }: RunnerContext, probe: ProbeFiles): Command {
  const files = settings.files.flatMap((path) => ['--files', path]);
  return {
    ...probe,
    argv: [...program, `${probes}/googletest/drive.mjs`, ...files, '--', ...settings.args],
    cwd: root,
  };
}
