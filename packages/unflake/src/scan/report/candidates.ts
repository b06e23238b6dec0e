/** What else may make tests flaky, by risk: helpers that hand a source on, smells inside single tests, sources that no test reaches. */

import { type ScanFinding, SEVERITIES, type Severity } from '../../contract/scan.ts';
import { RISKS, type RiskCandidate } from '../../contract/scan-report.ts';
import { plural } from '../../text/plural.ts';
import type { ReportInput } from './report-input.ts';
import type { DraftClass } from './root-causes.ts';

/** A helper of fewer tests is no pattern. */
const MIN_TESTS = 3;
const MAX_HELPERS = 10;
const MAX_PLACES = 20;

const RISK: Readonly<Record<Severity, RiskCandidate['risk']>> = { error: 'high', warning: 'medium', note: 'low' };

export function candidates(
  classes: readonly DraftClass[],
  rest: readonly ScanFinding[],
  input: ReportInput,
): readonly RiskCandidate[] {
  const all = [...helpers(classes, input), ...smells(rest)];
  return all.toSorted((a, b) => RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk) || b.count - a.count);
}

interface Helper {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly tests: Set<string>;
  readonly leadsTo: Set<string>;
  severity: Severity;
}

function helpers(classes: readonly DraftClass[], { linesOf }: ReportInput): readonly RiskCandidate[] {
  const known = new Map<string, Helper>();
  for (const {
    rule: { severity },
    places,
  } of classes) {
    for (const { place, affected } of places) {
      for (const test of affected.tests) {
        const way = affected.wayOf(test);
        const step = way[1];
        // A file that is loaded is no helper that one could mend.
        if (test.through === null || step === undefined || step.name === step.file) continue;
        const key = `${step.file} ${step.name}`;
        const helper: Helper = known.get(key) ?? {
          name: step.name,
          file: step.file,
          line: step.line,
          tests: new Set<string>(),
          leadsTo: new Set<string>(),
          severity,
        };
        helper.tests.add(`${test.file}:${test.line}`);
        helper.leadsTo.add(`\`${place.name}\``);
        if (SEVERITIES.indexOf(severity) > SEVERITIES.indexOf(helper.severity)) helper.severity = severity;
        known.set(key, helper);
      }
    }
  }
  return [...known.values()]
    .filter(({ tests }) => tests.size >= MIN_TESTS)
    .toSorted((a, b) => b.tests.size - a.tests.size)
    .slice(0, MAX_HELPERS)
    .map(({ name, file, line, tests, leadsTo, severity }) => ({
      risk: RISK[severity],
      title: `Every test that uses \`${name}\``,
      reason: `The helper leads to ${[...leadsTo].join(', ')}: ${plural(tests.size, 'test')} through it.`,
      places: [{ file, line, code: (linesOf(file)[line - 1] ?? '').trim() }],
      count: tests.size,
    }));
}

/** By rule, and by whether a test holds them: a source outside that no test reaches is worth knowing and no more. */
function smells(rest: readonly ScanFinding[]): readonly RiskCandidate[] {
  const groups = new Map<string, ScanFinding[]>();
  for (const finding of rest) {
    const key = `${finding.rule} ${finding.test === null ? 'outside' : 'inside'}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].map((found) => {
    const [{ rule, message, severity, test, cause }] = found as [ScanFinding, ...ScanFinding[]];
    const where = test === null ? 'outside tests, reached by no test that the index knows' : 'inside single tests';
    return {
      risk: test === null ? 'low' : RISK[severity],
      title: `${plural(found.length, 'place')} where the code ${message}`,
      reason: `${rule}, ${where}${cause === null ? '' : `; a cause of the kind ${cause.family} / ${cause.kind}`}.`,
      places: found.slice(0, MAX_PLACES).map(({ file, line, code }) => ({ file, line, code })),
      count: found.length,
    };
  });
}
