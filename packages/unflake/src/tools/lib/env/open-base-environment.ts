/**
 * An environment as the base of trials: prepared once, then copied into the folder of each trial. If it changes meanwhile, that is a fault:
 * trials from two bases are not comparable.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnflakeError } from '../../../contract/faults.ts';
import type { BaseEnvironment } from '../../../engine/base-environment.ts';
import { openWorkspace } from '../../../engine/trial-workspace.ts';
import { makeCopy } from '../../../testbed/make-environment.ts';
import { AFTER, FOUNDATION } from '../../../testbed/names.ts';
import { environmentPlaces } from '../../../testbed/places.ts';
import { readProvenance } from '../../../testbed/provenance.ts';
import type { SuiteStep } from '../../../testbed/step.ts';
import { readTimes } from '../../../testbed/times.ts';
import { stepVariables } from '../../../testbed/variables.ts';
import { didYouMean } from '../near-match.ts';
import type { ToolContext } from '../tool.ts';
import { holding } from './holding.ts';
import { type EnvRequest, openTestbed, type Testbed } from './open-testbed.ts';
import { prepareBaseEnvironment } from './prepare-base-environment.ts';
import { programRunner } from './run-work.ts';
import type { Session } from './session.ts';

export interface BaseEnvironmentRequest extends EnvRequest {
  /** `foundation`, or `after-` plus a sequential step. */
  readonly environment: string;
  readonly waitMs: number;
  readonly timeBoxMs: number;
}

export interface OpenedBaseEnvironment extends BaseEnvironment {
  readonly testbed: Testbed;
  readonly close: () => Promise<void>;
}

/** Inside a trial's folder. */
const ENVIRONMENTS = 'environments';

export async function openBaseEnvironment(
  request: BaseEnvironmentRequest,
  context: ToolContext,
): Promise<OpenedBaseEnvironment> {
  const testbed = await openTestbed(request, context);
  const { environment } = request;
  const last = lastStep(testbed, environment);
  const workspace = openWorkspace({ env: context.env, extraEnv: testbed.config.env });
  const session: Session = {
    testbed,
    workspace,
    context,
    jobs: 1,
    waitMs: request.waitMs,
    timeBoxMs: request.timeBoxMs,
    times: readTimes(testbed.places.envs),
    asked: new Set(),
    results: [],
    rebuilt: [],
    foundation: 'none',
  };
  try {
    const identity = await holding(session, environment, { names: [], fds: [] }, async (held) => {
      const why = await prepareBaseEnvironment(session, last, environment, held);
      if (why !== null) throw notReady(session, environment, why);
      return identityOf(testbed, last, environment);
    });
    const copyInto = (folder: string) => copyOf(session, { environment, last, identity }, folder);
    return { testbed, copyInto, close: workspace.close };
  } catch (error) {
    await workspace.close();
    throw error;
  }
}

/** The step that must be complete there. */
function lastStep({ graph }: Testbed, environment: string): SuiteStep {
  const bases = graph.steps
    .filter(({ kind }) => kind !== 'independent')
    .map((step) => ({ step, name: step.kind === 'foundation' ? FOUNDATION : `${AFTER}${step.name}` }));
  const found = bases.find(({ name }) => name === environment);
  if (found !== undefined) return found.step;
  const known = bases.map(({ name }) => name);
  const words = `\`${environment}\` is not an environment to start from${didYouMean(environment, known)}`;
  throw new UnflakeError('ENV_UNKNOWN_STEP', words, { environment, known });
}

interface Start {
  readonly environment: string;
  readonly last: SuiteStep;
  readonly identity: string;
}

async function copyOf(session: Session, { environment, last, identity }: Start, folder: string) {
  const { testbed } = session;
  const inside = { ...testbed.places, envs: join(folder, ENVIRONMENTS) };
  await holding(session, environment, { names: [], fds: [] }, async (held) => {
    if (identityOf(testbed, last, environment) !== identity) throw changed(environment);
    await makeCopy(testbed.places, environment, environment, programRunner(session, held), inside);
  });
  // Numbered tests then continue in the copy; from the foundation they create their own `sequential` next to it.
  const sequential = last.kind === 'sequential' ? { sequential: environment } : {};
  return stepVariables(inside, environment, { inputs: testbed.inputs, held: [], ...sequential });
}

/** The inputs that it was built from, and when its last step completed; empty if it is not complete. */
function identityOf({ places }: Testbed, { name }: SuiteStep, environment: string): string {
  const { state } = environmentPlaces(places.envs, environment);
  const { provenance } = readProvenance(state);
  try {
    const complete = readFileSync(join(state, `.complete-${name}`), 'utf8');
    return provenance === null || complete === '' ? '' : `${provenance.inputs} ${complete}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}

function notReady({ results }: Session, environment: string, why: string): UnflakeError {
  const failed = results.find(({ outcome }) => outcome !== 'passed');
  const output = failed?.output ?? '';
  const words = `the environment ${environment} cannot be prepared: ${why}${output === '' ? '' : `\n${output}`}`;
  return new UnflakeError('ENV_BAD_STEP', words, { step: failed?.step ?? environment, why, output });
}

function changed(environment: string): UnflakeError {
  const words = `the environment ${environment}, from which the trials start, was rebuilt meanwhile`;
  return new UnflakeError('CASE_CHANGED', words, { environment });
}
