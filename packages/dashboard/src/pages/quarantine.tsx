/** Known flaky tests that do not fail a job: who owns each, when it ends, what may leave, and how much room the caps leave. */

import { plural } from '../../../unflake/src/text/plural.ts';
import { quoteWord } from '../../../unflake/src/text/shell-line.ts';
import type { QuarantineCheckResult, QuarantineListResult } from '../../../unflake/src/tools/lib/quarantine/results.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Command } from '../parts/command.tsx';
import { Empty } from '../parts/empty.tsx';
import { Filters, matches } from '../parts/filters.tsx';
import { Answered } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { Prose, TestName } from '../parts/text.tsx';
import { Day } from '../parts/time.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { addressOf, rootOf, route } from '../route.ts';

const DAY_MS = 86_400_000;
/** What a person can still plan for. */
const SOON_DAYS = 7;
const ENDS = ['this week', 'expired', 'later'] as const;

type Entry = QuarantineListResult['entries'][number];
type Check = QuarantineCheckResult['checks'][number];

interface Row extends Entry {
  readonly check: Check | null;
  readonly daysLeft: number;
}

export function QuarantinePage() {
  const root = rootOf(useCell(route));
  const list = useTool('quarantine_list', root);
  const check = useTool('quarantine_check', root);
  return (
    <>
      <header class="page">
        <div>
          <h1>Quarantine</h1>
          <p class="quiet">Known flaky tests that do not fail a job, each with reason, owner and end.</p>
        </div>
      </header>
      <Answered from={list}>
        {(found) =>
          found.entries.length === 0 ? (
            <Empty
              title="No test is in quarantine"
              command="unflake quarantine add '<test>' --reason '<why>' --owner '<name>'"
            >
              <p>A test in quarantine still runs. At most {plural(found.caps.total, 'test')} may be in it.</p>
            </Empty>
          ) : (
            <Entries list={found} check={check.value} />
          )
        }
      </Answered>
      {check.fault === null ? null : (
        <p class="note">
          What may leave is not known: <Prose text={check.fault.message} />
        </p>
      )}
    </>
  );
}

interface EntriesProps {
  readonly list: QuarantineListResult;
  readonly check: QuarantineCheckResult | null;
}

function Entries({ list: { entries, caps }, check }: EntriesProps) {
  const at = useCell(route);
  // unflake-allow wall-clock: how many days an entry has left is counted from today
  const today = new Date().toISOString().slice(0, 10);
  const rows = entries
    .map((entry) => ({
      ...entry,
      check: check?.checks.find(({ test }) => test === entry.test) ?? null,
      daysLeft: daysBetween(today, entry.until),
    }))
    .toSorted((a, b) => a.daysLeft - b.daysLeft);
  const owners = [...new Set(entries.map(({ owner }) => owner))].sort();
  const shown = rows.filter(
    (row) =>
      matches(`${row.test} ${row.reason} ${row.ticket ?? ''}`, at.query.q) &&
      (at.query.owner === undefined || row.owner === at.query.owner) &&
      (at.query.ends === undefined || endOf(row) === at.query.ends.replaceAll('-', ' ')),
  );
  return (
    <>
      {(check?.problems ?? []).map((problem) => (
        <p key={problem} class="fault">
          <Prose text={problem} />
        </p>
      ))}
      <div class="cards">
        <Owners rows={rows} caps={caps} />
        <Leaving rows={rows} isKnown={check !== null} />
      </div>
      <Filters
        label="Search the quarantine"
        choices={[
          { name: 'owner', label: 'Owner', values: owners },
          { name: 'ends', label: 'Ends', values: ENDS },
        ]}
      />
      {shown.length === 0 ? (
        <p class="quiet">No entry matches.</p>
      ) : (
        <Table
          label="Quarantine"
          rows={shown}
          to={({ test }) => addressOf(['tests', test], { root: at.query.root ?? null })}
          columns={[
            { title: 'Test', cell: ({ test }) => <TestName id={test} /> },
            { title: 'Ends', cell: (row) => <End row={row} /> },
            { title: 'Owner', cell: ({ owner }) => <Prose text={owner} /> },
            { title: 'Reason', cell: (row) => <Reason row={row} />, isMinor: true },
            { title: 'State', cell: ({ check: own }) => <State check={own} />, isMinor: true },
          ]}
        />
      )}
    </>
  );
}

function Owners({ rows, caps }: { readonly rows: readonly Row[]; readonly caps: QuarantineListResult['caps'] }) {
  const keep = { root: useCell(route).query.root ?? null };
  const owners = [...new Set(rows.map(({ owner }) => owner))].sort();
  return (
    <section class="card" aria-labelledby="owners">
      <h2 id="owners">By owner</h2>
      <ul class="plain">
        <li>
          <strong>
            {rows.length} of {caps.total}
          </strong>{' '}
          in all, each for {plural(caps.days, 'day')} at most
          <progress max={caps.total} value={rows.length} aria-label="Entries of those that the cap allows" />
        </li>
        {owners.map((owner) => {
          const own = rows.filter((row) => row.owner === owner);
          const ending = own.filter((row) => endOf(row) === 'this week').length;
          return (
            <li key={owner}>
              <a href={addressOf(['quarantine'], { ...keep, owner })}>
                <Prose text={owner} />
              </a>
              : {own.length} of {caps.perOwner}
              {ending > 0 ? (
                <>
                  ,{' '}
                  <a href={addressOf(['quarantine'], { ...keep, owner, ends: 'this week' })}>
                    {ending} ending this week
                  </a>
                </>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Leaving({ rows, isKnown }: { readonly rows: readonly Row[]; readonly isKnown: boolean }) {
  const leaving = rows.filter(({ check }) => check?.state === 'leave');
  return (
    <section class="card" aria-labelledby="leaving">
      <h2 id="leaving">May leave</h2>
      {leaving.length === 0 ? (
        <p class="quiet">
          {isKnown ? 'No test has passed often enough since its last failure, or was verified as fixed.' : 'Checking…'}
        </p>
      ) : null}
      {leaving.map(({ test, check }) => (
        <div key={test}>
          <TestName id={test} />
          <p class="quiet small">
            <Prose text={check!.says} />
          </p>
          <Command text={`unflake quarantine remove ${quoteWord(test)}`} label="the command that releases it" />
        </div>
      ))}
    </section>
  );
}

function End({ row }: { readonly row: Row }) {
  const { until, daysLeft } = row;
  const left = daysLeft < 0 ? 'expired' : daysLeft === 0 ? 'today' : `in ${plural(daysLeft, 'day')}`;
  return (
    <>
      <Day day={until} />
      <br />
      <span class={`small ${endOf(row) === 'later' ? 'quiet' : 'soon'}`}>{left}</span>
    </>
  );
}

function Reason({ row: { reason, ticket, case: caseId } }: { readonly row: Row }) {
  const keep = { root: useCell(route).query.root ?? null };
  return (
    <>
      <Prose text={reason} />
      {ticket === undefined ? null : (
        <>
          {' '}
          <span class="quiet small">
            <Prose text={ticket} />
          </span>
        </>
      )}
      {caseId === undefined ? null : (
        <>
          {' '}
          <a href={addressOf(['cases', caseId], keep)}>{caseId}</a>
        </>
      )}
    </>
  );
}

function State({ check }: { readonly check: Check | null }) {
  if (check === null) return <>–</>;
  return (
    <>
      <Verdict verdict={check.state} />
      <br />
      <span class="quiet small">
        <Prose text={check.says} />
      </span>
    </>
  );
}

function endOf({ daysLeft }: Pick<Row, 'daysLeft'>): (typeof ENDS)[number] {
  if (daysLeft < 0) return 'expired';
  return daysLeft < SOON_DAYS ? 'this week' : 'later';
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
