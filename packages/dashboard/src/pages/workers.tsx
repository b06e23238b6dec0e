/** The machines that run trials for commands with `--workers`: what each runs, and which cases are offered to them. */

import { useEffect } from 'preact/hooks';
import { plural } from '../../../unflake/src/text/plural.ts';
import { shorten } from '../../../unflake/src/text/shorten.ts';
import type { WorkersResult } from '../../../unflake/src/tools/lib/workers/results.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Empty } from '../parts/empty.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { Answered } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { nameText, Prose } from '../parts/text.tsx';
import { Moment, Span } from '../parts/time.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { addressOf, rootOf, route } from '../route.ts';

const EVERY_MS = 2_000;
/** A step of a hunt names all its arms. */
const MAX_DOING = 90;

type Worker = WorkersResult['workers'][number];
type Work = WorkersResult['work'][number];

export function WorkersPage() {
  const found = useTool('workers', rootOf(useCell(route)));
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) found.reload();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <header class="page">
        <div>
          <h1>Workers</h1>
          <p class="quiet">
            Processes on any machine that run trials for <code>hunt</code>, <code>diagnose</code> and{' '}
            <code>certify</code> with <code>--workers</code>.
          </p>
        </div>
      </header>
      <Answered from={found}>
        {(all) => (
          <>
            <Workers found={all} />
            {all.work.length === 0 ? null : <OfferedWork work={all.work} />}
          </>
        )}
      </Answered>
    </>
  );
}

function Workers({ found: { kind, workers, at } }: { readonly found: WorkersResult }) {
  if (kind === 'SQLite')
    return (
      <Empty
        title="Workers need a PostgreSQL store"
        command="UNFLAKE_STORE=postgres://user@host/database unflake serve"
      >
        <p>
          The records of this project are in a file. With a database as the store, many machines run the trials of one
          case.
        </p>
      </Empty>
    );
  if (workers.length === 0)
    return (
      <Empty title="No worker is running" command="unflake worker">
        <p>Start it in a checkout of the project, on any machine that uses this database.</p>
      </Empty>
    );
  const running = workers.filter(({ state }) => state === 'runs').length;
  const lost = workers.filter(({ state }) => state === 'lost').length;
  return (
    <>
      <Facts>
        <Fact name="Machines">{new Set(workers.map(({ machine }) => machine)).size}</Fact>
        <Fact name="Workers">{workers.length - lost}</Fact>
        <Fact name="Running a unit">{running}</Fact>
        {lost === 0 ? null : <Fact name="Lost">{lost}</Fact>}
      </Facts>
      <h2>Who is there</h2>
      <Table
        label="Workers"
        rows={workers}
        columns={[
          { title: 'Worker', cell: (one) => <Name of={one} /> },
          { title: 'Last sign of life', cell: (one) => <Life worker={one} at={at} /> },
          { title: 'Runs', cell: (one) => <Runs worker={one} at={at} /> },
          { title: 'Started', cell: ({ startedAt }) => <Moment at={startedAt} />, isMinor: true },
          { title: 'Checkout', cell: (one) => <Checkout of={one} />, isMinor: true },
        ]}
      />
    </>
  );
}

function Name({ of: { worker, machine, pid } }: { readonly of: Worker }) {
  return (
    <>
      <bdi>{nameText(machine)}</bdi>
      <br />
      <span class="quiet small">
        <code>{nameText(worker)}</code>
        <span class="minor">, pid {pid}</span>
      </span>
    </>
  );
}

function Checkout({ of: { root, platform } }: { readonly of: Worker }) {
  return (
    <>
      <code>{nameText(root)}</code>
      <br />
      <bdi class="quiet small">{nameText(platform)}</bdi>
    </>
  );
}

function Life({ worker: { state, seenAt }, at }: { readonly worker: Worker; readonly at: string }) {
  return (
    <>
      <Verdict verdict={state} />
      <br />
      <span class="quiet small">
        <Span from={seenAt} to={at} /> ago
      </span>
    </>
  );
}

function Runs({ worker: { runs, state }, at }: { readonly worker: Worker; readonly at: string }) {
  if (runs === null) return <>–</>;
  return (
    <>
      <span title={runs.what}>
        <Prose text={shorten(runs.what, MAX_DOING)} />
      </span>
      <br />
      <span class="quiet small">
        {state === 'lost' ? (
          'another runs it again'
        ) : (
          <>
            for <Span from={runs.since} to={at} />
          </>
        )}
      </span>
    </>
  );
}

function OfferedWork({ work }: { readonly work: readonly Work[] }) {
  const keep = { root: useCell(route).query.root ?? null };
  return (
    <>
      <h2>Work that is offered</h2>
      <Table
        label="Work that is offered"
        rows={work}
        to={({ caseId }) => addressOf([caseId.startsWith('c-') ? 'cases' : 'hunts', caseId], keep)}
        columns={[
          { title: 'Case', cell: ({ caseId }) => <code>{nameText(caseId)}</code> },
          {
            title: 'Commit',
            cell: ({ commit }) => (commit === null ? '–' : <code>{nameText(commit.slice(0, 10))}</code>),
          },
          { title: 'Runs on', cell: ({ serves }) => plural(serves.length, 'worker') },
          { title: 'Refused', cell: ({ refusals }) => <Refusals refusals={refusals} /> },
        ]}
      />
    </>
  );
}

function Refusals({ refusals }: Pick<Work, 'refusals'>) {
  if (refusals.length === 0) return <>–</>;
  return (
    <ul>
      {refusals.map(({ worker, why }) => (
        <li key={worker}>
          <code>{nameText(worker)}</code>: <Prose text={why} />
        </li>
      ))}
    </ul>
  );
}
