/** Every recorded case, newest first. */

import type { CaseSummary } from '../../../unflake/src/tools/lib/tool-results.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { useMayAct } from '../parts/action.tsx';
import { Empty } from '../parts/empty.tsx';
import { Filters, matches } from '../parts/filters.tsx';
import { Answered } from '../parts/state.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { TestName } from '../parts/text.tsx';
import { Moment } from '../parts/time.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { addressOf, rootOf, route } from '../route.ts';
import { StartDiagnosis } from './start-diagnosis.tsx';

export const CASE_COLUMNS: readonly Column<CaseSummary>[] = [
  { title: 'Test', cell: ({ test }) => <TestName id={test} /> },
  { title: 'Verdict', cell: ({ verdict }) => <Verdict verdict={verdict} /> },
  { title: 'Cause', cell: ({ cause }) => (cause === null ? '–' : `${cause.family} / ${cause.kind}`), isMinor: true },
  { title: 'Trials', cell: ({ trials }) => trials, isNumber: true, isMinor: true },
  { title: 'Opened', cell: ({ openedAt }) => <Moment at={openedAt} />, isMinor: true },
  { title: 'Case', cell: ({ caseId }) => <code>{caseId}</code>, isMinor: true },
];

export function CasesPage() {
  const at = useCell(route);
  const root = rootOf(at);
  const cases = useTool('cases', root);
  const mayAct = useMayAct();
  return (
    <>
      <header class="page">
        <div>
          <h1>Cases</h1>
          <p class="quiet">One case is one diagnosis: a test, the experiments made with it, and what they prove.</p>
        </div>
      </header>
      {mayAct ? <StartDiagnosis root={root} /> : null}
      <Answered from={cases}>
        {({ cases: all }) => {
          if (all.length === 0)
            return (
              <Empty title="No case yet" command="unflake diagnose '<test>'">
                <p>Name a test that fails sometimes. A case is kept with every trial, and can be resumed.</p>
              </Empty>
            );
          const shown = all.filter(
            (one) =>
              matches(`${one.test} ${one.caseId} ${one.cause?.kind ?? ''}`, at.query.q) &&
              (at.query.verdict === undefined || (one.verdict ?? 'open') === at.query.verdict),
          );
          const verdicts = [...new Set(all.map(({ verdict }) => verdict ?? 'open'))].sort();
          return (
            <>
              <Filters label="Search cases" choices={[{ name: 'verdict', label: 'Verdict', values: verdicts }]} />
              {shown.length === 0 ? <p class="quiet">No case matches.</p> : null}
              {shown.length === 0 ? null : (
                <Table
                  label="Cases"
                  columns={CASE_COLUMNS}
                  rows={shown}
                  to={({ caseId }) => addressOf(['cases', caseId], { root: at.query.root ?? null })}
                />
              )}
            </>
          );
        }}
      </Answered>
    </>
  );
}
