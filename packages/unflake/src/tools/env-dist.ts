/** `unflake env dist`: builds a distribution from a clean checkout, and again after the other targets ran, and compares. */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import { openWorkspace } from '../engine/trial-workspace.ts';
import { type DistOptions, type DistResult, type RunDistCommand, runDist } from '../testbed/distribution/index.ts';
import { closing } from './lib/closing.ts';
import { type Config, loadConfig } from './lib/config.ts';
import { runHere, type Surroundings } from './lib/env/run-here.ts';
import { ENV_DIST } from './lib/outputs/env-dist.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

export type { DistResult };

const TIMEOUT_S = 3_600;

export const envDistTool = defineTool({
  name: 'env_dist',
  command: 'env dist',
  summary: 'check that a distribution is the same from a clean checkout and after other targets ran',
  examples: [
    { line: "env dist --output 'out/*.tar.gz' -- make dist", does: 'build twice and compare names and contents' },
    {
      line: "env dist --output 'out/*.zip' --manifest tests/dist-files.txt --excluded '*.git*' -- make dist",
      does: 'and check what is in it',
    },
  ],
  input: z.object({
    root: PLACE.root,
    config: PLACE.config,
    output: z
      .string()
      .min(1)
      .optional()
      .describe('The archive or folder that the command creates; a path or a pattern'),
    manifest: z.string().min(1).optional().describe('File that lists exactly what must be in it'),
    required: z.array(z.string()).optional().describe('Pattern that must match something in it'),
    excluded: z.array(z.string()).optional().describe('Pattern that must not match any file in the distribution'),
    manyTops: z.boolean().default(false).describe('Allow more than one top folder'),
    timeout: z.number().positive().default(TIMEOUT_S).describe('Seconds after which a command is ended'),
    rest: z.array(z.string()).optional().describe('The command that builds the distribution'),
  }),
  output: ENV_DIST,
  positionals: [],
  async run(given, context): Promise<DistResult> {
    const root = resolve(context.cwd, given.root ?? '.');
    if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new UnflakeError('ROOT_NOT_FOUND', `the project root ${root} is not a folder`, { root });
    }
    const config = await loadConfig(root, given.config === undefined ? undefined : resolve(context.cwd, given.config));
    const workspace = openWorkspace({ env: context.env });
    await using _workspace = closing(workspace);
    const around = { workspace, context, timeBoxMs: given.timeout * 1_000, inheritedFds: [] };
    return runDist(optionsOf(realpathSync(root), given, config), runner(around));
  },
  exitCode: (result) => (result.state === 'checked' && result.problems.length === 0 ? EXIT.done : EXIT.found),
});

interface Given {
  readonly output?: string | undefined;
  readonly manifest?: string | undefined;
  readonly required?: readonly string[] | undefined;
  readonly excluded?: readonly string[] | undefined;
  readonly manyTops: boolean;
  readonly rest?: readonly string[] | undefined;
}

function optionsOf(root: string, given: Given, config: Config): DistOptions {
  const set = config.testbed.dist;
  const [program, ...args] = given.rest ?? [];
  if (program === undefined) throw missing('rest', 'no command was given; write the build command after `--`');
  const output = given.output ?? set?.output;
  if (output === undefined) throw missing('output', 'the path of the distribution is not known; give `--output`');
  const manifest = given.manifest ?? set?.manifest;
  return {
    root,
    command: [program, ...args],
    before: (set?.before ?? []).map(([first = '', ...more]) => [first, ...more]),
    output,
    ...(manifest === undefined ? {} : { manifest }),
    required: given.required ?? set?.required ?? [],
    excluded: given.excluded ?? set?.excluded ?? [],
    singleTop: !given.manyTops && (set?.singleTop ?? true),
  };
}

function missing(field: string, message: string): UnflakeError {
  return new UnflakeError('INVALID_INPUT', message, { problems: [{ field, value: null, expected: 'a value' }] });
}

function runner(around: Surroundings): RunDistCommand {
  return async ({ argv, cwd }) => {
    const command = { argv: [argv[0], ...argv.slice(1)] as [string, ...string[]], env: {}, cwd, files: {}, reads: [] };
    const { code, stdout, stderr, timedOut } = await runHere(command, around);
    return { exitCode: timedOut ? null : code, stdout, stderr };
  };
}
