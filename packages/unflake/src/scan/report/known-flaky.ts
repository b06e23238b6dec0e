/** What is known of a flaky test, and which classes it reaches: a hypothesis from the code, unless recorded runs have decided already. */

import { SEVERITIES } from '../../contract/scan.ts';
import type { KnownFlaky, Pointer, Statement } from '../../contract/scan-report.ts';
import { plural } from '../../text/plural.ts';
import type { TestWay } from '../reach/tests-reaching.ts';
import { distinct } from './distinct.ts';
import type { FoundTest } from './find-test.ts';
import { runsText } from './recorded-runs.ts';
import type { KnownTest, ReportInput } from './report-input.ts';
import type { DraftClass, DraftPlace } from './root-causes.ts';

interface Reached {
  readonly draft: DraftClass;
  readonly at: DraftPlace;
  readonly way: TestWay['path'];
}

/** A test that is longer than this is shown from its beginning. */
const MAX_LINES = 30;

export function knownFlaky(
  known: KnownTest,
  locations: readonly FoundTest[],
  classes: readonly DraftClass[],
  { linesOf }: ReportInput,
): KnownFlaky {
  const places = locations.map(({ file, line, name }) => ({ file, line, name }));
  const [first] = locations;
  const here: readonly Pointer[] = places.map(({ file, line }) => ({ file, line }));
  const reached = reachedBy(places, classes);
  return {
    id: known.id,
    from: known.from,
    locations: places,
    code: first === undefined ? null : { file: first.file, line: first.line, text: body(first, linesOf(first.file)) },
    observed: [observed(known, here)],
    symptom: [symptom(known, here)],
    hypothesis: hypothesis(known, reached, here),
    // Two classes may be reached on the same way.
    evidence: distinct(reached.flatMap(evidence)),
    classes: reached.map(({ draft }) => draft.rule.id),
  };
}

function body({ line, endLine }: FoundTest, lines: readonly string[]): string {
  return lines.slice(line - 1, Math.min(endLine, line - 1 + MAX_LINES)).join('\n');
}

function observed({ case: newest, runs }: KnownTest, here: readonly Pointer[]): Statement {
  if (runs.length === 0) return { says: 'Given as flaky; no run of it is recorded here.', at: here };
  const ended = newest === null ? 'none has come to its end' : `the newest that is closed ended as ${newest.verdict}`;
  return {
    says: `In ${plural(runs.length, 'recorded case')} it ${runsText(runs) ?? 'was not run without a turned knob'}; ${ended}.`,
    at: runs.map(({ caseId }) => ({ caseId })),
  };
}

function symptom({ case: recorded }: KnownTest, here: readonly Pointer[]): Statement {
  if (recorded === null) return { says: 'Not known: no failure is recorded.', at: here };
  if (recorded.message === null) return { says: 'No failure was seen.', at: [{ caseId: recorded.caseId }] };
  return { says: recorded.message, at: [{ caseId: recorded.caseId }] };
}

function reachedBy(tests: readonly { readonly file: string; readonly line: number }[], classes: readonly DraftClass[]) {
  const reached = classes.flatMap((draft): readonly Reached[] => {
    const ways = draft.places.flatMap((at) =>
      tests.flatMap((test) => {
        const way = at.affected.wayOf(test);
        return way.length === 0 ? [] : [{ draft, at, way }];
      }),
    );
    return ways.toSorted((a, b) => a.way.length - b.way.length).slice(0, 1);
  });
  const weight = ({ draft }: Reached) => SEVERITIES.indexOf(draft.rule.severity);
  return reached.toSorted((a, b) => weight(b) - weight(a) || a.way.length - b.way.length);
}

function hypothesis({ case: recorded }: KnownTest, reached: readonly Reached[], here: readonly Pointer[]) {
  const proved: readonly Statement[] =
    recorded?.verdict === 'isolated'
      ? [{ says: `Proved by runs: ${recorded.summary}`, at: [{ caseId: recorded.caseId }] }]
      : [];
  const [first] = reached;
  if (first === undefined) {
    const none = here.length === 0 ? 'It was not found in the code.' : 'No source that was found is reached by it.';
    return [...proved, { says: none, at: here }];
  }
  const { draft, at } = first;
  const suspect = `It reaches \`${at.place.name}\`, which ${draft.rule.message}. ${draft.rule.why}`;
  return [...proved, { says: suspect, at: at.place.findings.map(({ file, line }) => ({ file, line })) }];
}

/** The way, step by step. */
function evidence({ draft, at, way }: Reached): readonly Statement[] {
  const steps = way.map(({ file, line, name, sure }, index): Statement => {
    const next = way[index + 1];
    const says =
      next === undefined
        ? `\`${name}\` ${draft.rule.message}: \`${at.place.findings[0]!.code}\``
        : `\`${name}\` ${sure ? 'calls' : 'may call'} \`${next.name}\``;
    return { says, at: [{ file, line }] };
  });
  return steps;
}
