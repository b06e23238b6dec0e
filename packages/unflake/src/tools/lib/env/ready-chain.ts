/** Brings a shared environment to the state in which a step's prerequisites are complete and no later step has run. */
import { cleanEnvironment } from '../../../testbed/clean-environment.ts';
import { inspectEnvironment } from '../../../testbed/inspect-environment.ts';
import { planChain } from '../../../testbed/plan-chain.ts';
import { fromFoundation } from './from-foundation.ts';
import { runStep } from './run-step.ts';
import { type HeldLocks, type Session, sayStep } from './session.ts';
import { stateWords } from './state-text.ts';

export interface ChainRequest {
  readonly environment: string;
  /** The step whose prerequisites are needed. */
  readonly step: string;
  /** The step whose position in the order counts: itself, or for an independent step the last of its prerequisites. */
  readonly orderedAs: string;
}

/** Null if the step can run; else the reason. The caller holds the environment. */
export async function readyChain(session: Session, request: ChainRequest, held: HeldLocks): Promise<string | null> {
  const { testbed, rebuilt, context } = session;
  const { environment, step, orderedAs } = request;
  const { envs } = testbed.places;
  const { state, disk } = await inspectEnvironment(envs, environment, testbed.query(orderedAs), 'ours');
  const plan = planChain(testbed.graph, step, state, disk.markers);
  if (plan.rebuild !== null) {
    const why = stateWords(plan.rebuild, orderedAs);
    if (plan.rebuild.state !== 'absent') {
      rebuilt.push({ environment, state: plan.rebuild.state, why });
      sayStep(session, 'clean', `${environment}: ${why}`);
      await cleanEnvironment(envs, environment);
    }
    const blocked = await fromFoundation(session, environment, held);
    if (blocked !== null) return blocked;
  }
  for (const needed of plan.run) {
    if (context.signal.aborted) return 'it was interrupted';
    const { outcome } = await runStep(session, needed, environment, held);
    if (outcome !== 'passed') return `its prerequisite ${needed.name} did not pass`;
  }
  return null;
}
