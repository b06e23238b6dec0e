/** Opens a testbed from a root and the user's options: its paths, its steps, and queries about its environments. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { UnflakeError } from '../../../contract/faults.ts';
import type { StateQuery } from '../../../testbed/environment-state.ts';
import { inputsHash } from '../../../testbed/inputs-hash.ts';
import { kindByName } from '../../../testbed/names.ts';
import type { SuitePlaces } from '../../../testbed/places.ts';
import { type StepGraph, stepGraph } from '../../../testbed/prerequisites.ts';
import { type Config, loadConfig } from '../config.ts';
import type { ToolContext } from '../tool.ts';
import { PLACE } from '../tool-place.ts';
import { stepFiles, stepsByConfig, stepsByName } from './find-steps.ts';

/** Fields that the inputs of all `env` commands share. */
export const ENV_PLACE = {
  root: PLACE.root,
  config: PLACE.config,
  suite: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the step files; by default the first of test, tests and the root that has some'),
} as const;

export interface EnvRequest {
  readonly root?: string | undefined;
  readonly config?: string | undefined;
  readonly suite?: string | undefined;
}

export interface Testbed {
  readonly root: string;
  readonly config: Config;
  readonly places: SuitePlaces;
  readonly graph: StepGraph;
  /** The current hash of the foundation's inputs. */
  readonly inputs: string;
  /** For a step that is about to run; null for an environment in which no step runs. */
  readonly query: (step: string | null) => StateQuery;
}

export interface OpenedSuite extends Pick<Testbed, 'root' | 'config' | 'places'> {}

/** The paths of the suite, without reading its steps. */
export async function openSuite(request: EnvRequest, { cwd, env }: ToolContext): Promise<OpenedSuite> {
  const given = resolve(cwd, request.root ?? '.');
  if (statSync(given, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UnflakeError('ROOT_NOT_FOUND', `the project root ${given} is not a folder`, { root: given });
  }
  const root = realpathSync(given);
  const config = await loadConfig(root, request.config === undefined ? undefined : resolve(cwd, request.config));
  const suite = realpathSync(suiteFolder(request, { root, config, cwd, env }));
  const envs = folderOfAll(suite, { root, config, cwd, env });
  return { root, config, places: { suite, envs, top: topOf(suite) } };
}

export async function openTestbed(request: EnvRequest, context: ToolContext): Promise<Testbed> {
  const opened = await openSuite(request, context);
  const { suite } = opened.places;
  const { steps: listed } = opened.config.testbed;
  const graph =
    listed.length > 0
      ? stepGraph(await stepsByConfig(suite, listed), 'as listed')
      : stepGraph(await stepsByName(suite));
  const foundation = graph.steps.find(({ kind }) => kind === 'foundation');
  const inputs = foundation === undefined ? '' : inputsHash(suite, foundation.inputs);
  const known = (name: string) => graph.find(name) !== undefined || kindByName(name) !== null;
  const query = (step: string | null) => ({
    known,
    inputs,
    later: step === null ? new Set<string>() : graph.later(step),
  });
  return { ...opened, graph, inputs, query };
}

interface Around {
  readonly root: string;
  readonly config: Config;
  readonly cwd: string;
  readonly env: ToolContext['env'];
}

const USUAL = ['test', 'tests', '.'] as const;

function suiteFolder(request: EnvRequest, { root, config, cwd, env }: Around): string {
  if (request.suite !== undefined) return existing(resolve(cwd, request.suite));
  const suite = env.UNFLAKE_SUITE || env.BATS_TEST_DIRNAME;
  if (suite) return existing(resolve(cwd, suite));
  if (config.testbed.suite !== undefined) return existing(resolve(root, config.testbed.suite));
  if (config.testbed.steps.length > 0) return root;
  const found = USUAL.map((name) => join(root, name)).find((folder) => stepFiles(folder).length > 0);
  if (found !== undefined) return found;
  throw new UnflakeError('ENV_NO_SUITE', `no step files were found in ${root} (looked in test, tests and .)`, { root });
}

function existing(folder: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new UnflakeError('ENV_NO_SUITE', `the suite ${folder} is not a folder`, { suite: folder });
}

function folderOfAll(suite: string, { root, config, cwd, env }: Around): string {
  if (env.UNFLAKE_ENVS) return resolve(cwd, env.UNFLAKE_ENVS);
  return config.testbed.folder === undefined ? join(suite, '.envs') : resolve(root, config.testbed.folder);
}

function topOf(suite: string): string {
  for (let at = suite; at !== dirname(at); at = dirname(at)) if (existsSync(join(at, '.git'))) return at;
  return dirname(suite);
}
