/** Every test that CI, a case or a hunt has told about. The server selects, orders and turns the pages; the address says how. */
import { CAUSES } from '../../../unflake/src/contract/cause.ts';
import { percent } from '../../../unflake/src/text/rate.ts';
import { HISTORY_SORTS, type HistoryRow } from '../../../unflake/src/tools/lib/history/results.ts';
import type { Input } from '../api/results.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Start } from '../parts/action.tsx';
import { Empty } from '../parts/empty.tsx';
import { Filters } from '../parts/filters.tsx';
import { Spark } from '../parts/spark.tsx';
import { Answered } from '../parts/state.tsx';
import { type Column, pageOf, ROWS_PER_PAGE, Table } from '../parts/table.tsx';
import { Prose, TestName } from '../parts/text.tsx';
import { Moment } from '../parts/time.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { addressOf, type Route, rootOf, route } from '../route.ts';

const STATUSES = ['flaky', 'broken', 'fixed', 'quarantined', 'healthy'];
const CAUSE_NAMES = Object.entries(CAUSES).flatMap(([family, kinds]) => [family, ...kinds]);
const FILTERS = ['q', 'status', 'cause', 'owner', 'file', 'branch', 'commit'] as const;

export const HISTORY_COLUMNS: readonly Column<HistoryRow>[] = [
  { title: 'Test', cell: ({ test }) => <TestName id={test} />, sort: 'name' },
  { title: 'Status', cell: ({ status }) => <Verdict verdict={status} /> },
  {
    title: 'Cause',
    cell: ({ diagnosed }) => (diagnosed === null ? '–' : <Prose text={causeOf(diagnosed.says)} />),
    isMinor: true,
  },
  { title: 'Hurts', cell: ({ hurt }) => hurt.toFixed(1), isNumber: true, sort: 'hurt' },
  { title: 'Failed', cell: ({ failures }) => failures, isNumber: true, isMinor: true, sort: 'failures' },
  { title: 'Runs', cell: ({ runs }) => runs.toLocaleString('en'), isNumber: true, isMinor: true, sort: 'runs' },
  {
    title: 'Rate',
    cell: ({ failures, runs }) => (runs === 0 ? '–' : percent(failures / runs)),
    isNumber: true,
    isMinor: true,
    sort: 'rate',
  },
  { title: '30 days', cell: ({ days }) => <Spark days={days} />, isMinor: true },
  { title: 'Last seen', cell: ({ lastSeen }) => <Moment at={lastSeen} />, isMinor: true, sort: 'last-seen' },
];

/** `isolated: ordering / victim` is the cause of a diagnosis; one without a cause says its verdict. */
const causeOf = (says: string): string => says.split(': ').at(-1)!;

export function TestsPage() {
  const at = useCell(route);
  const root = rootOf(at);
  const found = useTool('history', { ...root, ...selectionOf(at) }, { meanwhile: 'last-answer' });
  const quarantine = useTool('quarantine_list', root);
  const owners = [...new Set((quarantine.value?.entries ?? []).map(({ owner }) => owner))].sort();
  const isFiltered = FILTERS.some((name) => at.query[name] !== undefined);
  return (
    <>
      <header class="page">
        <div>
          <h1>Tests</h1>
          <p class="quiet">What CI, cases and hunts say about each test; those that hurt most first.</p>
        </div>
        <div class="actions">
          <Start label="List the whole suite" tool="list_tests" input={root} />
        </div>
      </header>
      <Filters
        label="Search tests"
        choices={[
          { name: 'status', label: 'Status', values: STATUSES },
          { name: 'cause', label: 'Cause', values: CAUSE_NAMES },
          ...(owners.length === 0 ? [] : [{ name: 'owner', label: 'Owner', values: owners }]),
        ]}
        texts={[
          { name: 'file', label: 'File' },
          { name: 'branch', label: 'Failed on branch' },
          { name: 'commit', label: 'on commit' },
        ]}
      />
      <Answered from={found}>
        {({ tests, total, size }) => {
          if (size.tests === 0)
            return (
              <Empty title="No test is known yet" command="unflake ingest reports/">
                <p>Put reports of CI in, or let a hunt find out which tests are flaky.</p>
              </Empty>
            );
          if (total === 0) return <p class="quiet">{isFiltered ? 'No test matches.' : 'No test has a result.'}</p>;
          return (
            <Table
              label="Tests"
              rows={tests}
              total={total}
              firstSort="hurt"
              columns={HISTORY_COLUMNS}
              to={({ test }) => addressOf(['tests', test], { root: at.query.root ?? null })}
            />
          );
        }}
      </Answered>
    </>
  );
}

function selectionOf({ query }: Route): Input {
  const { q, status, cause, owner, file, branch, commit, sort } = query;
  const given = Object.entries({
    filter: q,
    cause,
    owner,
    file,
    branch,
    commit: isPrefix(commit) ? commit : undefined,
  }).filter(([, value]) => value !== undefined && value !== '');
  return {
    ...Object.fromEntries(given),
    ...(status === undefined ? {} : { status: [status] }),
    ...(HISTORY_SORTS.some((one) => one === sort) ? { sort } : {}),
    limit: ROWS_PER_PAGE,
    offset: (pageOf(query.page) - 1) * ROWS_PER_PAGE,
  };
}

/** Fewer letters than git prints would name a commit by chance; while they are typed nothing is selected. */
const isPrefix = (commit: string | undefined): boolean => commit !== undefined && commit.length >= 4;
