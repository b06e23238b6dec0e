/**
 * What the runtime's own detectors have said, as clues. It orders the hypotheses and is shown before them; verdict, status and confidence
 * are decided without it, because what is left behind need not be what bites.
 */
import type { Cause } from '../../contract/cause.ts';
import { DETECTORS, type DetectFinding, type Detector, reportInWords } from '../../contract/detector-report.ts';
import { fileOf } from '../../contract/file-of.ts';
import type { TestId } from '../../contract/test-id.ts';
import { row } from './likelihoods.ts';
import type { Clue } from './posterior.ts';
import { type CauseCandidate, SUSPECT_NAMES, suspectOf } from './suspects.ts';

/** How much likelier a report makes its suspect. A race that was seen is a bug; much that is left open never bites. */
const TIMES_AS_LIKELY: Readonly<Record<Detector, { readonly onItsWay: number; readonly elsewhere: number }>> = {
  'data-race': { onItsWay: 20, elsewhere: 4 },
  'unhandled-rejection': { onItsWay: 6, elsewhere: 3 },
  'never-awaited': { onItsWay: 6, elsewhere: 3 },
  'task-left': { onItsWay: 4, elsewhere: 3 },
  'open-handle': { onItsWay: 2, elsewhere: 2 },
  'unclosed-resource': { onItsWay: 1.5, elsewhere: 1.5 },
};
/** From here on a report was seen in a run of the test and speaks as an experiment about its suspect does. */
const MIN_SUPPORT = 6;

type Report = DetectFinding['reports'][number];

/** One clue a suspect, by the report that says most. */
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

/** What was said of this test, what says most first. What was left behind in another test is not told of it. */
export function detectedOn(target: TestId, detected: DetectFinding | null): readonly Report[] {
  const own = (detected?.reports ?? []).filter((report) => isOnItsWay(target, report));
  return own.toSorted((a, b) => timesAsLikely(target, b) - timesAsLikely(target, a));
}

/** The cause that the detectors name for a suspect in the test itself; null where they are silent, or say too little. */
export function causeDetected(suspect: CauseCandidate, target: TestId, detected: DetectFinding | null): Cause | null {
  const own = detectedOn(target, detected).find(
    ({ detector, test }) => suspectOf(DETECTORS[detector]) === suspect && (test === null || test === target),
  );
  return own && timesAsLikely(target, own) >= MIN_SUPPORT ? DETECTORS[own.detector] : null;
}

/** A race is seen in the process: one in a test of the same file, or of the same Go package, is on the way of this one. */
function isOnItsWay(target: TestId, { detector, test }: Report): boolean {
  if (test === null || test === target) return true;
  return detector === 'data-race' && fileOf(test) !== null && fileOf(test) === fileOf(target);
}

const timesAsLikely = (target: TestId, report: Report): number =>
  TIMES_AS_LIKELY[report.detector][isOnItsWay(target, report) ? 'onItsWay' : 'elsewhere'];

const loudest = (target: TestId, reports: readonly Report[]): Report | undefined =>
  reports.toSorted((a, b) => timesAsLikely(target, b) - timesAsLikely(target, a))[0];
