/** What CI says of the suite: failures on unchanged code by day, tests in each state, and those that hurt most. */
import { failuresByDay } from '../../../unflake/src/plots/failures-by-day.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Bars } from '../parts/bars.tsx';
import { Empty } from '../parts/empty.tsx';
import { Plot } from '../parts/markup.tsx';
import { Answered } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { addressOf, rootOf, route } from '../route.ts';
import { HISTORY_COLUMNS } from './tests.tsx';

const WORST = 8;
const SHOWN = ['Test', 'Status', 'Cause', 'Hurts', '30 days'];
/** An open one is flaky and in no quarantine. */
const STATES = [
  { status: 'flaky', name: 'flaky, open', kind: 'fail' },
  { status: 'quarantined', name: 'in quarantine', kind: undefined },
  { status: 'broken', name: 'broken', kind: 'fail' },
  { status: 'fixed', name: 'fixed', kind: 'pass' },
] as const;

export function SuiteHealth() {
  const at = useCell(route);
  const keep = { root: at.query.root ?? null };
  const history = useTool('history', { ...rootOf(at), trend: true, limit: WORST });
  return (
    <Answered from={history}>
      {({ tests, trend, size }) => {
        if (size.results === 0 || trend === undefined)
          return (
            <Empty title="No result of CI is known yet" command="unflake ingest reports/">
              <p>With reports of CI this page says which tests hurt, since when, and how often they fail.</p>
            </Empty>
          );
        const worst = tests.filter(({ hurt }) => hurt > 0);
        return (
          <>
            <div class="health">
              <Plot markup={failuresByDay(trend.days)} />
              <section class="card" aria-labelledby="states">
                <h2 id="states">Tests</h2>
                <Bars
                  label="Tests by status"
                  bars={STATES.map(({ status, name, kind }) => ({
                    name,
                    value: trend.statuses[status],
                    address: addressOf(['tests'], { ...keep, status }),
                    ...(kind === undefined ? {} : { kind }),
                  }))}
                />
              </section>
            </div>
            <h2>Tests that hurt most</h2>
            {worst.length === 0 ? (
              <p class="quiet">No test failed on unchanged code.</p>
            ) : (
              <Table
                label="Tests that hurt most"
                rows={worst}
                columns={HISTORY_COLUMNS.filter(({ title }) => SHOWN.includes(title)).map(
                  ({ sort: _sort, ...one }) => one,
                )}
                to={({ test }) => addressOf(['tests', test], keep)}
              />
            )}
            <p>
              <a href={addressOf(['tests'], keep)}>All tests</a>
            </p>
          </>
        );
      }}
    </Answered>
  );
}
