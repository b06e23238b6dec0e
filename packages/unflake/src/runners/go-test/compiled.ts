/** Go test programs, built once by the listing: the probe keeps a copy of the program that contains it. */
import type { CompiledRuns } from '../../contract/runner.ts';
import { builtPrograms } from '../built-programs.ts';
import { probeListing, probeSelection, streamPath } from '../probe-files.ts';
import { workerCount } from '../worker-count.ts';
import { goDriver, needsOwnLibrary } from './driver.ts';
import { parseGoId } from './go-id.ts';

export const compiledGoTest: CompiledRuns = {
  build: (context, folder) => {
    const { args, files } = context.settings;
    if (testFlags(args) === null) return null;
    const command = goDriver(
      context,
      { options: files.flatMap((pattern) => ['--files', pattern]), flags: args },
      probeListing(context),
    );
    return { ...command, env: { ...command.env, UNFLAKE_KEEP: folder } };
  },
  called: 'running test programs that are built once',
  parseBuild: (run, context) => builtPrograms(run, streamPath(context)),
  command: (request, context, programs) => {
    const own = testFlags(context.settings.args);
    // The race detector is part of the build.
    if (own === null || request.conditions.detectors === 'on' || needsOwnLibrary(request.conditions)) return null;
    const [folder, ...others] = new Set(request.tests.map((id) => parseGoId(id).folder));
    const program = programs.find(({ file }) => file === folder);
    if (program === undefined) return null;
    const probe = probeSelection(request, context);
    // Started as `go test` does, without its time limit.
    const flags = [
      '-test.paniconexit0',
      '-test.timeout=0',
      `-test.parallel=${workerCount(request.conditions)}`,
      ...own,
    ];
    if (others.length > 0) {
      const files = { ...probe.files, 'programs.json': JSON.stringify(programs) };
      return goDriver(
        context,
        { options: ['--programs', `${context.folder}/programs.json`], flags },
        { ...probe, files },
      );
    }
    return {
      ...probe,
      argv: [program.path, `-test.count=${request.repeat}`, ...flags],
      env: { ...program.env, ...probe.env, UNFLAKE_KEEP: null },
      cwd: program.cwd,
    };
  },
};

const BUILD_FLAG = /^--?(?:tags|mod|modfile|ldflags|gcflags|trimpath)(?:=|$)/;
const VALUE_FOLLOWS = /^--?(?:tags|mod|modfile|ldflags|gcflags)$/;
const TEST_FLAG = /^--?(?:test\.)?(short|v|run|skip|cpu)(=.*)?$/;

/** The flags of `go test` that a built program also accepts; null if one of them may belong to either. */
function testFlags(args: readonly string[]): readonly string[] | null {
  const flags: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]!;
    const known = TEST_FLAG.exec(word);
    if (known) flags.push(`-test.${known[1]}${known[2] ?? ''}`);
    else if (!BUILD_FLAG.test(word)) return null;
    if (VALUE_FOLLOWS.test(word)) at += 1;
    // Here a value after a space looks like the next flag.
    if (known?.[2] === undefined && /^(?:run|skip|cpu)$/.test(known?.[1] ?? '')) return null;
  }
  return flags;
}
