/** Cases and hunts that run in this service, with where they are. */
import type { RunningWork } from '../../../unflake/src/contract/running-work.ts';
import { useCell } from '../live/cell.ts';
import { useRunning } from '../live/running.ts';
import { Table } from '../parts/table.tsx';
import { nameText, TestName } from '../parts/text.tsx';
import { addressOf, route } from '../route.ts';
import { CancelRunning } from './cancel.tsx';

export function RunningNow() {
  const running = useRunning();
  const keep = { root: useCell(route).query.root ?? null };
  if (running.length === 0) return null;
  return (
    <>
      <h2>Running</h2>
      <Table
        label="Running"
        rows={running}
        to={({ kind, id }) => addressOf([kind === 'case' ? 'cases' : 'hunts', id], keep)}
        columns={[
          { title: 'Work', cell: (work) => <Work work={work} /> },
          {
            title: 'Doing',
            cell: ({ phase, doing }) => nameText([phase, doing].filter(Boolean).join(': ')),
            isMinor: true,
          },
          { title: 'Trials', cell: ({ trials }) => trials.toLocaleString('en'), isNumber: true },
          { title: 'Failed', cell: ({ failed }) => failed.toLocaleString('en'), isNumber: true },
          { title: '', cell: ({ id }) => <CancelRunning key={id} id={id} /> },
        ]}
      />
    </>
  );
}

function Work({ work: { kind, id, test, tests } }: { readonly work: RunningWork }) {
  return (
    <>
      <span class="dot live" aria-hidden="true" />
      {test === null ? `${kind} ${id} of ${tests.toLocaleString('en')} tests` : <TestName id={test} />}
    </>
  );
}
