/**
 * Runs one to three trials with the detectors of the runtime turned on (race detector, leak warnings), where they can add something. Their
 * reports are evidence for explain, whether or not the test fails in these trials. These trials count towards no rate.
 */
import type { DetectorReport } from '../../contract/detector-report.ts';
import type { DetectFinding } from '../../contract/findings.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialId, TrialResult } from '../../contract/trial.ts';
import type { Plan } from '../plan.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import type { FindingsSoFar } from './findings-so-far.ts';

const KNOB = 'detectors';
/** A race detector sees only accesses that overlap in this run. */
const WHILE_OPEN = 3;
/** A proved cause needs no more evidence, but the line that a detector names helps with the fix. */
const ONCE_PROVED = 1;
/** A test that never failed may still have a race, though most have none. */
const NEVER_FAILED = 1;
const THEIR_FAMILIES: readonly string[] = ['timing', 'shared-state', 'resource-leak'];

/** Null without a detector, or without a question for one. */
export function* detect(context: DiagnosisContext): Plan<DetectFinding | null> {
  const most = Math.min(mostTrials(context), context.trialsLeft());
  if (most === 0 || !context.options.knobs.some(({ knob }) => knob === KNOB)) return null;
  const tests = selectionOf(context);
  const results: TrialResult[] = [];
  while (results.length < most) {
    const reply = yield {
      phase: 'explain',
      doing: 'with the detectors of its runtime on',
      why: 'do they report a race, a missing await or an open handle?',
      trials: [context.makeTrial(tests, { conditions: { [KNOB]: 'on' } })],
    };
    // This is the last stage and is optional: a spent budget here does not cut the diagnosis short.
    if ('stop' in reply) break;
    results.push(...reply);
    if (reportsIn(results).some(({ test }) => test === null || test === context.options.target)) break;
  }
  return { reports: reportsIn(results), trials: results.map(({ id }) => id) };
}

function mostTrials({ findings, seen, options }: DiagnosisContext): number {
  const { confirm, reproduce } = findings;
  if (confirm === null || confirm.kind === 'always-fails') return 0;
  if (!hasFailed(seen, options.target)) return NEVER_FAILED;
  // A reproduced failure without a passing counterpart proves no cause.
  if (reproduce?.confirmed !== true || reproduce.passes === null) return WHILE_OPEN;
  return isTheirs(findings) ? ONCE_PROVED : 0;
}

const hasFailed = (seen: readonly TrialResult[], target: TestId): boolean =>
  seen.some(({ observations }) => observations.some(({ test, outcome }) => test === target && isFailure(outcome)));

/** True if the proved cause belongs to a family that detectors report. */
function isTheirs({ perturb, order, time }: FindingsSoFar): boolean {
  if (perturb?.proof) return THEIR_FAMILIES.includes(perturb.proof.cause.family);
  if (order?.kind === 'culprits') return false;
  return time?.slowEffect === 'worse' || time?.parallelEffect === 'worse';
}

/** The tests of the reproduction, or the target alone. */
function selectionOf({ options, findings }: DiagnosisContext): readonly TestId[] {
  if (findings.reproduce) return findings.reproduce.failing.tests;
  return options.can.select === 'test' ? [options.target] : options.suite;
}

function reportsIn(results: readonly TrialResult[]): DetectFinding['reports'] {
  const found = new Map<string, DetectorReport & { readonly trials: TrialId[] }>();
  for (const { id, detected = [] } of results) {
    for (const report of detected) {
      // Reports without a location are compared by their text.
      const key = JSON.stringify([report.detector, report.where ?? report.says, report.test]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...report, trials: [id] });
      else if (!known.trials.includes(id)) known.trials.push(id);
    }
  }
  return [...found.values()];
}
