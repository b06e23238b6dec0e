/** How often a test failed under each arm: in its newest case, and in the newest hunt or certification that looked at it. */
import type { ArmCount } from '../../../unflake/src/contract/hunt.ts';
import { type ArmRate, armRates, rateIntervals } from '../../../unflake/src/plots/rate-intervals.ts';
import type { TestHistory } from '../../../unflake/src/tools/lib/history/results.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Plot } from '../parts/markup.tsx';
import { rootOf, route } from '../route.ts';

export function TestArms({ test: { test, diagnosed, provoked } }: { readonly test: TestHistory }) {
  const root = rootOf(useCell(route));
  const newest = provoked.findLast(({ source }) => source === 'hunt' || source === 'certify');
  const report = useTool('report', diagnosed === null ? null : { ...root, case: diagnosed.caseId });
  const hunts = useTool('hunts', newest === undefined ? null : { ...root, hunt: newest.id });
  const { hunt = null, certification = null } = hunts.value ?? {};
  const counts =
    hunt?.flaky.find((one) => one.test === test)?.arms ??
    certification?.certificates.find((one) => one.test === test)?.arms ??
    [];
  return (
    <>
      {report.value === null ? null : <Plot markup={rateIntervals(report.value.record)} />}
      {counts.length === 0 ? null : (
        <Plot
          markup={armRates(rates(counts), {
            id: 'hunt-rates',
            title: `By arm in ${newest!.id}`,
            method: 'anytime-valid',
          })}
        />
      )}
    </>
  );
}

const rates = (counts: readonly ArmCount[]): readonly ArmRate[] =>
  counts
    .filter(({ runs }) => runs > 0)
    .map(({ arm, failures, runs, low, high }) => ({ arm, count: { failures, runs }, low, high }));
