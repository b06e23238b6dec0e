/**
 * What the runtime's own detectors have said, as clues. Like what the code says, it orders the hypotheses and is shown
 * beside them; verdict, status and confidence are decided without it, because what is left behind need not be what bites.
 */
import { DETECTORS, type DetectFinding, type Detector, reportInWords } from '../../contract/detector-report.ts';
import type { TestId } from '../../contract/test-id.ts';
import { row } from './likelihoods.ts';
import type { Clue } from './posterior.ts';
import { SUSPECT_NAMES, suspectOf } from './suspects.ts';

/** How much likelier a report makes its suspect. A race that was seen is a bug; much that is left open never bites. */
const TIMES_AS_LIKELY: Readonly<Record<Detector, number>> = {
  'data-race': 4,
  'unhandled-rejection': 3,
  'never-awaited': 3,
  'task-left': 3,
  'open-handle': 2,
  'unclosed-resource': 1.5,
};

type Report = DetectFinding['reports'][number];

/** One clue a suspect, by the report that says most. */
export function detectorClues(detected: DetectFinding | null): readonly Clue[] {
  return SUSPECT_NAMES.flatMap((suspect) => {
    const own = (detected?.reports ?? []).filter(({ detector }) => suspectOf(DETECTORS[detector]) === suspect);
    const first = loudest(own);
    if (first === undefined) return [];
    const more = own.length > 1 ? `, and ${own.length - 1} more like it` : '';
    const says = `detected in ${first.trials.join(', ')}: ${reportInWords(first)}${more}`;
    return [{ says, likelihood: row(1, { [suspect]: TIMES_AS_LIKELY[first.detector] }), trials: first.trials }];
  });
}

/** What says most of this test. What was left behind in another one is not told of it. */
export function toldOf(target: TestId, detected: DetectFinding | null): Report | null {
  return loudest((detected?.reports ?? []).filter(({ test }) => test === null || test === target)) ?? null;
}

const loudest = (reports: readonly Report[]): Report | undefined =>
  reports.toSorted((a, b) => TIMES_AS_LIKELY[b.detector] - TIMES_AS_LIKELY[a.detector])[0];
