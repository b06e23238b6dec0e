/** Runs one step in its environment, which is ready and locked, and writes its markers if it does not do so itself. */

import { diskFull, isFull } from '../../../testbed/make-environment.ts';
import { markComplete, markEnded, markStart, readMarkers } from '../../../testbed/markers.ts';
import { environmentPlaces } from '../../../testbed/places.ts';
import type { SuiteStep } from '../../../testbed/step.ts';
import { keepTime } from '../../../testbed/times.ts';
import { plural } from '../../../text/plural.ts';
import { about } from './about.ts';
import type { Ran, StepResult } from './results.ts';
import { runWork } from './run-work.ts';
import { type HeldLocks, leftMs, type Session, sayStep, WORTH_SAYING_MS } from './session.ts';
import { lackNote, startNote } from './step-notes.ts';

export async function runStep(
  session: Session,
  step: SuiteStep,
  environment: string,
  held: HeldLocks,
): Promise<StepResult> {
  const { testbed, asked, results, context } = session;
  const { state } = environmentPlaces(testbed.places.envs, environment);
  // We write the markers of an independent step, whatever its environment.
  const marksItself = step.work.kind === 'bats' && step.work.marksItself && step.kind !== 'independent';
  const now = () => context.clock.currentTimeMillis();
  const role = asked.has(step.name) ? 'asked' : 'prerequisite';
  const before = readMarkers(state);
  const start = startNote(step, environment, before);
  let ran: Ran;
  try {
    if (!marksItself) markStart(state, step.name, now());
    const last = lastTime(session.times.get(step.name));
    const whence = start === null ? '' : ', from what its own last run left there';
    const needed = role === 'prerequisite' ? ', which others need' : '';
    sayStep(session, 'run', `${step.name} in ${environment}${needed}${whence}${last}`);
    ran = await runWork(session, step, environment, held);
    if (!marksItself && ran.outcome === 'passed') markComplete(state, step.name, now(), ran.ms);
    if (ran.outcome !== 'passed') distrust(state, step.name, now());
  } catch (error) {
    throw isFull(error) ? diskFull(environment, String(error), error) : error;
  }
  if (ran.outcome === 'passed' && !readMarkers(state).complete.has(step.name)) ran = unmarked(ran, step.name);
  if (ran.outcome === 'passed') keepTime(testbed.places.envs, step.name, ran.ms);
  const result: StepResult = {
    step: step.name,
    kind: step.kind,
    environment,
    role,
    ...ran,
    output: ran.outcome === 'passed' ? null : ran.output,
    notes: [start, lackNote(testbed.graph, step, environment, before, ran.outcome)].filter((note) => note !== null),
  };
  results.push(result);
  report(session, result);
  return result;
}

/** It started and did not pass, whatever it wrote itself: no step may build on its result. */
function distrust(state: string, step: string, nowMs: number): void {
  const { started, complete } = readMarkers(state);
  if (!started.includes(step) || complete.has(step)) markStart(state, step, nowMs);
  markEnded(state, step);
}

const lastTime = (ms: number | undefined): string =>
  ms === undefined || ms < WORTH_SAYING_MS ? '' : `, ${about(ms)} last time`;

function unmarked(ran: Ran, step: string): Ran {
  const why = `it passed but is not marked complete; call \`mark_test_complete ${step}\` in its teardown_file`;
  return { ...ran, outcome: 'failed', why };
}

function report(session: Session, { step, outcome, why, ms, tests }: StepResult): void {
  const left = leftMs(session);
  const parts = [
    step,
    ...(tests === null || tests.failed > 0 ? [] : [plural(tests.passed, 'test')]),
    ...(why === null ? [] : [why]),
    ...(left === null ? [] : [`about ${about(left)} left`]),
  ];
  sayStep(
    session,
    outcome === 'passed' ? 'passed' : outcome === 'interrupted' ? 'stopped' : 'failed',
    parts.join(' · '),
    ms,
  );
}

/** For steps that cannot run because of another. */
export function notRun(session: Session, step: SuiteStep, environment: string, why: string): StepResult {
  const result: StepResult = {
    step: step.name,
    kind: step.kind,
    environment,
    role: session.asked.has(step.name) ? 'asked' : 'prerequisite',
    outcome: 'not-run',
    why,
    ms: 0,
    tests: null,
    output: null,
    notes: [],
  };
  session.results.push(result);
  return result;
}
