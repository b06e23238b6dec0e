/** Go test programs, built once by listing: the probe keeps a copy of the program that it is part of. */
import type { Command } from '../../contract/command.ts';
import type { CompiledRuns, RunnerContext } from '../../contract/runner.ts';
import { probeListing, probeSelection } from '../probe-files.ts';
import { parseGoId } from './go-id.ts';

export const compiledGoTest: CompiledRuns = {
  build: (context, folder) => {
    const { node = 'node', program, probes, root, settings } = context;
    if (testFlags(settings.args) === null) return null;
    const probe = probeListing(context);
    const files = settings.files.flatMap((pattern) => ['--files', pattern]);
    return {
      ...probe,
      argv: [node, `${probes}/go-test/drive.mjs`, program[0], ...files, '--', ...settings.args],
      env: { ...probe.env, GOFLAGS: null, UNFLAKE_KEEP: folder },
      cwd: root,
    };
  },
  command: (request, context, folder) => {
    const flags = testFlags(context.settings.args);
    // The detector of races is part of the build.
    if (flags === null || request.conditions.race === 'on') return null;
    const folders = [...new Set(request.tests.map((id) => parseGoId(id).folder))];
    const probe = probeSelection(request, context);
    const env = { ...probe.env, UNFLAKE_KEEP: null };
    const workers = request.conditions.workers ?? '1';
    if (folders.length !== 1) return { ...probe, ...several(context, folder, workers, flags), env, cwd: context.root };
    const own = ['-test.paniconexit0', '-test.timeout=0', `-test.parallel=${workers}`, `-test.count=${request.repeat}`];
    return {
      ...probe,
      argv: [`${folder}/${folders[0]!.replaceAll('/', '%')}.test`, ...own, ...flags],
      env,
      // As `go test` starts it.
      cwd: folders[0] === '.' ? context.root : `${context.root}/${folders[0]}`,
    };
  },
};

function several(
  { node = 'node', probes, program }: RunnerContext,
  folder: string,
  workers: string,
  flags: readonly string[],
): Pick<Command, 'argv'> {
  const options = ['--built', folder, '--workers', workers];
  return { argv: [node, `${probes}/go-test/drive.mjs`, program[0], ...options, '--', ...flags] };
}

const BUILD_FLAG = /^--?(?:tags|mod|modfile|ldflags|gcflags|trimpath)(?:=|$)/;
const VALUE_FOLLOWS = /^--?(?:tags|mod|modfile|ldflags|gcflags)$/;
const TEST_FLAG = /^--?(?:test\.)?(short|v|run|skip|cpu)(=.*)?$/;

/** The flags that a built program takes over from `go test`; null when one of them cannot be told to be of the build or of the test. */
function testFlags(args: readonly string[]): readonly string[] | null {
  const flags: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]!;
    const known = TEST_FLAG.exec(word);
    if (known) flags.push(`-test.${known[1]}${known[2] ?? ''}`);
    else if (!BUILD_FLAG.test(word)) return null;
    if (VALUE_FOLLOWS.test(word)) at += 1;
    // A value behind a space cannot be told from the next flag here.
    if (known?.[2] === undefined && /^(?:run|skip|cpu)$/.test(known?.[1] ?? '')) return null;
  }
  return flags;
}
