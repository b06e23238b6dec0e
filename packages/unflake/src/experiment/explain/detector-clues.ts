/**
 * Turns the reports of runtime detectors into clues. They order the hypotheses and are shown first; verdict, status and confidence do not
 * use them, because a leak that was reported need not be the cause.
 */
import type { Cause } from '../../contract/cause.ts';
import { DETECTORS, type Detector, reportInWords } from '../../contract/detector-report.ts';
import { fileOf } from '../../contract/file-of.ts';
import type { DetectFinding } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import { row } from './likelihoods.ts';
import type { Clue } from './posterior.ts';
import { type CauseCandidate, SUSPECT_NAMES, suspectOf } from './suspects.ts';

/** Factor by which a report raises the odds of its cause. An observed race is a bug; most open handles never matter. */
const TIMES_AS_LIKELY: Readonly<Record<Detector, { readonly onItsWay: number; readonly elsewhere: number }>> = {
  'data-race': { onItsWay: 20, elsewhere: 4 },
  'unhandled-rejection': { onItsWay: 6, elsewhere: 3 },
  'never-awaited': { onItsWay: 6, elsewhere: 3 },
  'task-left': { onItsWay: 4, elsewhere: 3 },
  'open-handle': { onItsWay: 2, elsewhere: 2 },
  'unclosed-resource': { onItsWay: 1.5, elsewhere: 1.5 },
};
/** From this factor on, a report counts like an experiment about its cause. */
const MIN_SUPPORT = 6;

type Report = DetectFinding['reports'][number];

/** One clue per cause, from its strongest report. */
export function detectorClues(target: TestId, detected: DetectFinding | null): readonly Clue[] {
  return SUSPECT_NAMES.flatMap((suspect) => {
    const own = (detected?.reports ?? []).filter(({ detector }) => suspectOf(DETECTORS[detector]) === suspect);
    const first = loudest(target, own);
    if (first === undefined) return [];
    const more = own.length > 1 ? `, and ${own.length - 1} more like it` : '';
    const says = `detected in ${first.trials.join(', ')}: ${reportInWords(first)}${more}`;
    const times = timesAsLikely(target, first);
    const touches = times >= MIN_SUPPORT ? [suspect] : [];
    return [{ says, likelihood: row(1, { [suspect]: times }), trials: first.trials, touches }];
  });
}

/** Reports about this test, strongest first. Leaks of other tests are excluded. */
export function detectedOn(target: TestId, detected: DetectFinding | null): readonly Report[] {
  const own = (detected?.reports ?? []).filter((report) => isOnItsWay(target, report));
  return own.toSorted((a, b) => timesAsLikely(target, b) - timesAsLikely(target, a));
}

/** The cause that detectors name for a candidate in the test itself; null if they report nothing, or too little. */
export function causeDetected(suspect: CauseCandidate, target: TestId, detected: DetectFinding | null): Cause | null {
  const own = detectedOn(target, detected).find(
    ({ detector, test }) => suspectOf(DETECTORS[detector]) === suspect && (test === null || test === target),
  );
  return own && timesAsLikely(target, own) >= MIN_SUPPORT ? DETECTORS[own.detector] : null;
}

/** A race concerns the whole process, so one in a test of the same file, or Go package, counts for this test. */
function isOnItsWay(target: TestId, { detector, test }: Report): boolean {
  if (test === null || test === target) return true;
  return detector === 'data-race' && fileOf(test) !== null && fileOf(test) === fileOf(target);
}

const timesAsLikely = (target: TestId, report: Report): number =>
  TIMES_AS_LIKELY[report.detector][isOnItsWay(target, report) ? 'onItsWay' : 'elsewhere'];

const loudest = (target: TestId, reports: readonly Report[]): Report | undefined =>
  reports.toSorted((a, b) => timesAsLikely(target, b) - timesAsLikely(target, a))[0];
