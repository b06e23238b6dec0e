/** Every test that a case or a hunt has looked at, and all tests of the suite when they are asked for. */
import { useState } from 'preact/hooks';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { useMayAct } from '../parts/action.tsx';
import { Empty } from '../parts/empty.tsx';
import { Filters, matches } from '../parts/filters.tsx';
import { Answered } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { TestName } from '../parts/text.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { addressOf, rootOf, route } from '../route.ts';
import { knownTests } from './known-tests.ts';
import { StartDiagnosis } from './start-diagnosis.tsx';

export function TestsPage() {
  const at = useCell(route);
  const root = rootOf(at);
  const mayAct = useMayAct();
  // To list a suite runs its runner, so it is not done unasked.
  const [isListed, setIsListed] = useState(false);
  const cases = useTool('cases', root);
  const hunts = useTool('hunts', { ...root, hunt: 'latest' });
  const listed = useTool('list_tests', isListed ? root : null);
  const chosen = at.query.test;
  return (
    <>
      <header class="page">
        <div>
          <h1>Tests</h1>
          <p class="quiet">What cases and the newest hunt say about each test.</p>
        </div>
        <div class="actions">
          {mayAct ? (
            <button type="button" disabled={isListed && listed.isLoading} onClick={() => setIsListed(true)}>
              {isListed && listed.isLoading ? 'Listing…' : 'List the whole suite'}
            </button>
          ) : null}
        </div>
      </header>
      {chosen === undefined ? null : <StartDiagnosis key={chosen} root={root} test={chosen} />}
      {listed.fault === null ? null : (
        <p class="fault" role="alert">
          {listed.fault.message}
        </p>
      )}
      <Answered from={cases}>
        {({ cases: all }) => {
          const known = knownTests(all, hunts.value?.hunt ?? null, listed.value);
          if (known.length === 0)
            return (
              <Empty title="No test is known yet" command="unflake hunt">
                <p>A hunt finds out which tests are flaky. A diagnosis says why one is.</p>
              </Empty>
            );
          const shown = known.filter(
            ({ test, status }) =>
              matches(test, at.query.q) && (at.query.status === undefined || status === at.query.status),
          );
          const statuses = [...new Set(known.map(({ status }) => status))].sort();
          return (
            <>
              <Filters label="Search tests" choices={[{ name: 'status', label: 'Status', values: statuses }]} />
              <Table
                label="Tests"
                rows={shown}
                to={({ test, caseId }) =>
                  caseId === null
                    ? mayAct
                      ? addressOf(['tests'], { ...at.query, test })
                      : null
                    : addressOf(['cases', caseId], { root: at.query.root ?? null })
                }
                columns={[
                  { title: 'Test', cell: ({ test }) => <TestName id={test} /> },
                  { title: 'Status', cell: ({ status }) => <Verdict verdict={status} /> },
                  { title: 'Cause', cell: ({ cause }) => cause ?? '–', isMinor: true },
                  { title: 'Cases', cell: ({ cases: count }) => count, isNumber: true, isMinor: true },
                ]}
              />
            </>
          );
        }}
      </Answered>
    </>
  );
}
