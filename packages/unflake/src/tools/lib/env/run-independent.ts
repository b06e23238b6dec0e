/** Runs an independent step in a fresh copy: of the foundation, or of the result of the sequential steps that it names. */
import { cleanEnvironment } from '../../../testbed/clean-environment.ts';
import { makeCopy } from '../../../testbed/make-environment.ts';
import { baseOf } from '../../../testbed/prerequisites.ts';
import type { SuiteStep } from '../../../testbed/step.ts';
import { fromFoundation } from './from-foundation.ts';
import { holding } from './holding.ts';
import { readyChain } from './ready-chain.ts';
import { notRun, runStep } from './run-step.ts';
import { programRunner } from './run-work.ts';
import { type HeldLocks, type Session, sayCopied } from './session.ts';

export async function runIndependent(session: Session, step: SuiteStep): Promise<void> {
  const { testbed, context } = session;
  const { environment } = step;
  await holding(session, environment, { names: [], fds: [] }, async (held) => {
    await cleanEnvironment(testbed.places.envs, environment);
    const blocked = context.signal.aborted ? 'it was interrupted' : await readyCopy(session, step, held);
    if (blocked !== null) notRun(session, step, environment, blocked);
    else await runStep(session, step, environment, held);
  });
}

async function readyCopy(session: Session, step: SuiteStep, held: HeldLocks): Promise<string | null> {
  const { testbed } = session;
  const last = testbed.graph.before(step.name).at(-1);
  const base = baseOf(testbed.graph, step);
  if (last === undefined || base === null) return fromFoundation(session, step.environment, held);
  return holding(session, base, held, async (both) => {
    const request = { environment: base, step: step.name, orderedAs: last.name };
    const blocked = await readyChain(session, request, both);
    if (blocked !== null) return blocked;
    const startedAt = performance.now();
    await makeCopy(testbed.places, base, step.environment, programRunner(session, both));
    sayCopied(session, `${base} → ${step.environment}`, performance.now() - startedAt);
    return null;
  });
}
