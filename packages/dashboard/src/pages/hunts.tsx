/** Recorded hunts and certifications, newest first. */

import type { HuntSummary } from '../../../unflake/src/tools/lib/hunts-result.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Start } from '../parts/action.tsx';
import { Empty } from '../parts/empty.tsx';
import { Answered } from '../parts/state.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Moment } from '../parts/time.tsx';
import { addressOf, rootOf, route } from '../route.ts';

export const HUNT_COLUMNS: readonly Column<HuntSummary>[] = [
  { title: 'Id', cell: ({ id }) => <code>{id}</code> },
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'Flaky', cell: ({ found }) => found ?? 'open', isNumber: true },
  { title: 'Tests', cell: ({ tests }) => tests.toLocaleString('en'), isNumber: true },
  { title: 'Trials', cell: ({ trials }) => trials.toLocaleString('en'), isNumber: true, isMinor: true },
  { title: 'Opened', cell: ({ openedAt }) => <Moment at={openedAt} />, isMinor: true },
];

export function HuntsPage() {
  const at = useCell(route);
  const root = rootOf(at);
  const hunts = useTool('hunts', root);
  return (
    <>
      <header class="page">
        <div>
          <h1>Hunts</h1>
          <p class="quiet">
            A hunt looks for flaky tests in a whole suite. A certification bounds the rate of new tests.
          </p>
        </div>
        <div class="actions">
          <Start label="Certify changes" tool="certify" input={root} />
          <Start label="Start a hunt" tool="hunt" input={root} isMain />
        </div>
      </header>
      <Answered from={hunts}>
        {({ hunts: all }) =>
          all.length === 0 ? (
            <Empty title="No hunt yet" command="unflake hunt">
              <p>
                It runs the suite in other orders, in parallel and under other settings, within a budget of minutes.
              </p>
            </Empty>
          ) : (
            <Table
              label="Hunts"
              columns={HUNT_COLUMNS}
              rows={all}
              to={({ id }) => addressOf(['hunts', id], { root: at.query.root ?? null })}
            />
          )
        }
      </Answered>
    </>
  );
}
