/** Creates a fresh environment: a copy of the foundation, which is built first if necessary; empty if the suite has none. */
import { cleanEnvironment } from '../../../testbed/clean-environment.ts';
import { inspectEnvironment } from '../../../testbed/inspect-environment.ts';
import { makeCopy, makeEmpty } from '../../../testbed/make-environment.ts';
import { FOUNDATION } from '../../../testbed/names.ts';
import type { SuiteStep } from '../../../testbed/step.ts';
import { holding } from './holding.ts';
import { runStep } from './run-step.ts';
import { programRunner } from './run-work.ts';
import { type HeldLocks, type Session, sayCopied, sayStep } from './session.ts';
import { stateWords } from './state-text.ts';

/** Null on success; else the reason. The caller holds the environment and has cleaned it. */
export async function fromFoundation(session: Session, name: string, held: HeldLocks): Promise<string | null> {
  const { testbed } = session;
  const foundation = foundationOf(session);
  if (foundation === undefined) {
    await makeEmpty(testbed.places, name, '');
    return null;
  }
  return holding(session, FOUNDATION, held, async (both) => {
    const why = await readyFoundation(session, foundation, both, 'if needed');
    if (why !== null) return why;
    const startedAt = performance.now();
    await makeCopy(testbed.places, FOUNDATION, name, programRunner(session, both));
    sayCopied(session, `${FOUNDATION} → ${name}`, performance.now() - startedAt);
    return null;
  });
}

/** Builds it whatever its state, if the step itself was requested. */
export async function rebuildFoundation(session: Session): Promise<void> {
  const foundation = foundationOf(session);
  if (foundation === undefined) return;
  await holding(session, FOUNDATION, { names: [], fds: [] }, (held) =>
    readyFoundation(session, foundation, held, 'in any case'),
  );
}

export function foundationOf({ testbed }: Pick<Session, 'testbed'>): SuiteStep | undefined {
  return testbed.graph.steps.find(({ kind }) => kind === 'foundation');
}

/** Null if it can be copied; else the reason. The caller holds it. */
export async function readyFoundation(
  session: Session,
  foundation: SuiteStep,
  held: HeldLocks,
  build: 'if needed' | 'in any case',
): Promise<string | null> {
  const { testbed, rebuilt } = session;
  const { envs } = testbed.places;
  if (session.foundation === 'failed') return `the foundation failed`;
  const { state, disk } = await inspectEnvironment(envs, FOUNDATION, testbed.query(foundation.name), 'ours');
  const usable = state.state === 'clean' && disk.markers.complete.has(foundation.name);
  if (usable && build === 'if needed') {
    if (session.foundation === 'none') session.foundation = 'reused';
    return null;
  }
  if (state.state !== 'absent' && state.state !== 'clean' && state.state !== 'locked') {
    const why = stateWords(state, foundation.name);
    rebuilt.push({ environment: FOUNDATION, state: state.state, why });
    sayStep(session, 'clean', `${FOUNDATION}: ${why}`);
  }
  await cleanEnvironment(envs, FOUNDATION);
  await makeEmpty(testbed.places, FOUNDATION, testbed.inputs);
  const { outcome } = await runStep(session, foundation, FOUNDATION, held);
  session.foundation = outcome === 'passed' ? 'built' : 'failed';
  return outcome === 'passed' ? null : 'the foundation failed';
}
