/** A whole run: the foundation if requested, then the sequential chain in parallel with the independent steps. */

import { sweepEnvironments } from '../../../testbed/clean-environment.ts';
import { openEnvironments } from '../../../testbed/make-environment.ts';
import { byName } from '../../../testbed/names.ts';
import type { SuiteStep } from '../../../testbed/step.ts';
import { plural } from '../../../text/plural.ts';
import { about } from './about.ts';
import { rebuildFoundation } from './from-foundation.ts';
import { runChain } from './run-chain.ts';
import { runIndependent } from './run-independent.ts';
import { notRun } from './run-step.ts';
import { leftMs, type Session, sayStep } from './session.ts';

/** `wanted` in the order of the graph. */
export async function runSuite(session: Session, wanted: readonly SuiteStep[]): Promise<void> {
  const { testbed, jobs, context } = session;
  openEnvironments(testbed.places.envs);
  await sweepEnvironments(testbed.places.envs);
  const expected = leftMs(session);
  if (expected !== null)
    sayStep(
      session,
      'plan',
      `${plural(wanted.length, 'step')}, ${jobs} at a time, about ${about(expected)} by the last times`,
    );
  if (wanted.some(({ kind }) => kind === 'foundation')) await rebuildFoundation(session);
  const chain = wanted.filter(({ kind }) => kind === 'sequential');
  const alone = longestFirst(
    session,
    wanted.filter(({ kind }) => kind === 'independent'),
  );
  const tasks = [
    ...(chain.length > 0 ? [() => runChain(session, chain)] : []),
    ...alone.map((step) => async () => {
      if (context.signal.aborted) notRun(session, step, step.environment, 'it was interrupted');
      else await runIndependent(session, step);
    }),
  ];
  await sideBySide(tasks, jobs);
}

/** The longest first, so that none is left over at the end; unknown ones before those, because they may be long. */
function longestFirst({ times }: Session, steps: readonly SuiteStep[]): readonly SuiteStep[] {
  const ms = ({ name }: SuiteStep) => times.get(name) ?? Number.POSITIVE_INFINITY;
  return [...steps].sort((a, b) => (ms(a) === ms(b) ? byName(a.name, b.name) : ms(b) - ms(a)));
}

/** After a fault nothing new starts; running steps finish, and then the fault is thrown. */
async function sideBySide(tasks: readonly (() => Promise<void>)[], jobs: number): Promise<void> {
  const left = [...tasks];
  const faults: unknown[] = [];
  const worker = async () => {
    for (let task = left.shift(); task !== undefined && faults.length === 0; task = left.shift()) {
      await task().catch((error: unknown) => faults.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, tasks.length) }, worker));
  if (faults.length > 0) throw faults[0];
}
