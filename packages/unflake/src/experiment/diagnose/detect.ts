/**
 * Asks the runtime's own detectors about the test: one to three trials with them on, where what they can tell is not known better. What
 * they say is evidence for explain, whether the test fails in these trials or not; no rate is counted in them.
 */
import { type DetectFinding, type DetectorReport, detectorReports } from '../../contract/detector-report.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialId, TrialResult } from '../../contract/trial.ts';
import type { Plan } from '../plan.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import type { FindingsSoFar } from './findings-so-far.ts';

const KNOB = 'detectors';
/** A detector of races sees only what happens to run side by side. */
const WHILE_OPEN = 3;
/** What is proved needs no more evidence, but the line that a detector names helps whoever mends it. */
const ONCE_PROVED = 1;
/** What never failed here may have a race all the same; most tests have none. */
const NEVER_FAILED = 1;
const THEIR_FAMILIES: readonly string[] = ['timing', 'shared-state', 'resource-leak'];

/** Null where there is nobody to ask, or nothing to ask about. */
export function* detect(context: DiagnosisContext): Plan<DetectFinding | null> {
  const most = Math.min(mostTrials(context), context.trialsLeft());
  if (most === 0 || !context.options.knobs.some(({ knob }) => knob === KNOB)) return null;
  const tests = selectionOf(context);
  const results: TrialResult[] = [];
  while (results.length < most) {
    const reply = yield {
      phase: 'explain',
      doing: 'with the detectors of its runtime on',
      why: 'do they name a race, a missing await or something left open?',
      trials: [context.makeTrial(tests, { conditions: { [KNOB]: 'on' } })],
    };
    // This is the last that is asked, and an answer without it is whole: a spent budget is no reason to call it cut short.
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
  // A failure that came again, with nothing to set it against, proves no cause.
  if (reproduce?.confirmed !== true || reproduce.passes === null) return WHILE_OPEN;
  return isTheirs(findings) ? ONCE_PROVED : 0;
}

const hasFailed = (seen: readonly TrialResult[], target: TestId): boolean =>
  seen.some(({ observations }) => observations.some(({ test, outcome }) => test === target && isFailure(outcome)));

/** Whether what was proved is of a family that detectors know about. */
function isTheirs({ perturb, order, time }: FindingsSoFar): boolean {
  if (perturb?.proof) return THEIR_FAMILIES.includes(perturb.proof.cause.family);
  if (order?.kind === 'culprits') return false;
  return time?.slowEffect === 'worse' || time?.parallelEffect === 'worse';
}

/** What the reproduction runs, else the test by itself. */
function selectionOf({ options, findings }: DiagnosisContext): readonly TestId[] {
  if (findings.reproduce) return findings.reproduce.failing.tests;
  return options.can.select === 'test' ? [options.target] : options.suite;
}

function reportsIn(results: readonly TrialResult[]): DetectFinding['reports'] {
  const found = new Map<string, DetectorReport & { readonly trials: TrialId[] }>();
  for (const { id, problems } of results) {
    for (const report of detectorReports(problems)) {
      // Without a place the words are all there is to tell two reports apart.
      const key = JSON.stringify([report.detector, report.where ?? report.says, report.test]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...report, trials: [id] });
      else if (!known.trials.includes(id)) known.trials.push(id);
    }
  }
  return [...found.values()];
}
