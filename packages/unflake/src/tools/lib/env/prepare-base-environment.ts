/** Prepares an environment that others start from: the foundation, or the state after a sequential step, with its last step complete. */
import { readMarkers } from '../../../testbed/markers.ts';
import { environmentPlaces } from '../../../testbed/places.ts';
import type { SuiteStep } from '../../../testbed/step.ts';
import { readyFoundation } from './from-foundation.ts';
import { readyChain } from './ready-chain.ts';
import { runStep } from './run-step.ts';
import type { HeldLocks, Session } from './session.ts';

/** Null if it can be copied; else the reason. The caller holds the environment. */
export async function prepareBaseEnvironment(
  session: Session,
  last: SuiteStep,
  environment: string,
  held: HeldLocks,
): Promise<string | null> {
  if (last.kind === 'foundation') return readyFoundation(session, last, held, 'if needed');
  const blocked = await readyChain(session, { environment, step: last.name, orderedAs: last.name }, held);
  if (blocked !== null) return blocked;
  const { state } = environmentPlaces(session.testbed.places.envs, environment);
  if (readMarkers(state).complete.has(last.name)) return null;
  const { outcome } = await runStep(session, last, environment, held);
  return outcome === 'passed' ? null : `${last.name} did not pass`;
}
