/** What is still to be found out, as commands of ours. A scan shows what can happen; only runs show what does. */

import type { Diagnostic, KnownFlaky, RootCauseClass } from '../../contract/scan-report.ts';
import { quoteWord } from '../../text/shell-line.ts';
import { diagnoseCommand } from './competing-hypotheses.ts';
import { sumRuns } from './recorded-runs.ts';
import type { ReportInput } from './report-input.ts';

const MAX_TESTS = 5;

export function diagnostics(
  classes: readonly RootCauseClass[],
  known: readonly KnownFlaky[],
  input: ReportInput,
): readonly Diagnostic[] {
  const undecided = input.known.filter((test) => test.case?.verdict !== 'isolated');
  const recorded = input.known.flatMap((test) => test.runs.filter((one) => sumRuns([one]).failures > 0).slice(-1));
  const lost = known.filter(({ locations }) => locations.length === 0);
  const unknown = classes.filter(({ rule }) => !known.some((test) => test.classes.includes(rule)));
  return [
    ...undecided.slice(0, MAX_TESTS).map(({ id }) => ({
      why: `Run \`${id}\` until its cause is proved, narrowed or bounded, with the message of every failure.`,
      command: diagnoseCommand(id),
    })),
    ...recorded.slice(0, MAX_TESTS).map(({ caseId }) => ({
      why: 'Run a recorded failure again, exactly.',
      command: `unflake replay ${quoteWord(caseId)}${input.caseFlags}`,
    })),
    ...unknown.slice(0, MAX_TESTS).map(({ rule, places }) => ({
      why: `No known flaky test reaches ${rule}: see whether the nearest test that does ever fails.`,
      command: diagnoseCommand(places[0]!.tests[0]!.name),
    })),
    ...(lost.length === 0
      ? []
      : [
          {
            why: `${lost.map(({ id }) => `\`${id}\``).join(', ')}: not found; see how the runner calls it.`,
            command: 'unflake list',
          },
        ]),
    ...(input.graph.calls.unresolved === 0
      ? []
      : [{ why: 'Some calls could not be resolved, so more tests may be affected.', command: 'unflake index-status' }]),
  ];
}
