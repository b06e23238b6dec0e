/** What a finished analysis has, each ticked only when the data says so. */

import type { Criterion, KnownFlaky, RootCauseClass } from '../../contract/scan-report.ts';
import { plural } from '../../text/plural.ts';
import type { ReportInput } from './report-input.ts';

export function criteria(
  classes: readonly RootCauseClass[],
  known: readonly KnownFlaky[],
  { known: given, graph, problems }: ReportInput,
): readonly Criterion[] {
  const lost = known.filter(({ locations }) => locations.length === 0);
  const unexplained = known.filter(({ classes: own }) => own.length === 0);
  const shared = classes.filter(({ sure }) => sure > 1);
  const recommended = classes.filter(({ options }) => options.some((one) => one.recommended && one.code !== null));
  const places = classes.flatMap((one) => one.places);
  const withHistory = places.filter(({ history }) => history.commits.length > 0);
  const proved = given.filter((test) => test.case?.verdict === 'isolated');
  const all = (part: readonly unknown[], whole: readonly unknown[]) => whole.length > 0 && part.length === whole.length;
  const shareText = (part: number, whole: number, one: string, many?: string) =>
    `${part} of ${plural(whole, one, many)}`;
  return [
    ...classes.map(({ title, rule, places: own }) => ({
      says: `A source is identified: the code ${title}`,
      met: true,
      because: `${rule}, ${plural(own.length, 'place')}`,
    })),
    {
      says: 'Every known flaky test was found in the code',
      met: known.length > 0 && lost.length === 0,
      because: known.length === 0 ? 'none is known' : shareText(known.length - lost.length, known.length, 'known test'),
    },
    {
      says: 'Every known flaky test reaches a source that was found',
      met: known.length > 0 && unexplained.length === 0,
      because:
        known.length === 0 ? 'none is known' : shareText(known.length - unexplained.length, known.length, 'known test'),
    },
    {
      says: 'Several tests share a cause',
      met: shared.length > 0,
      because:
        shared.length > 0
          ? shared.map(({ rule, sure }) => `${rule}: ${plural(sure, 'test')}`).join(', ')
          : 'no class has two tests',
    },
    {
      says: 'Every class has a fix with code in its language',
      met: all(recommended, classes),
      because: shareText(recommended.length, classes.length, 'class', 'classes'),
    },
    {
      says: 'What was tried before is known for every place',
      met: all(withHistory, places),
      because: shareText(withHistory.length, places.length, 'place'),
    },
    {
      says: 'Every call could be resolved, so that no test is missing',
      met: graph.calls.unresolved === 0,
      because: `${plural(graph.calls.unresolved, 'call')} could not be resolved`,
    },
    {
      says: 'Every file could be read and understood',
      met: problems.length === 0,
      because: plural(problems.length, 'problem'),
    },
    {
      says: 'The cause of every known flaky test is proved by runs',
      met: all(proved, given),
      because: given.length === 0 ? 'none is known' : shareText(proved.length, given.length, 'known test'),
    },
  ];
}
