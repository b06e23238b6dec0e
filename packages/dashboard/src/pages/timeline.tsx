/** Results of a test by commit and attempt: one mark for each execution, the newest commit first. */
import { isFailure, type Outcome } from '../../../unflake/src/contract/outcome.ts';
import { duration } from '../../../unflake/src/text/duration.ts';
import { plural } from '../../../unflake/src/text/plural.ts';
import type { TimelineRow } from '../../../unflake/src/tools/lib/history/results.ts';
import { kindOf } from '../live/live-state.ts';
import { Empty } from '../parts/empty.tsx';
import { Table } from '../parts/table.tsx';
import { nameText, Prose } from '../parts/text.tsx';
import { Moment } from '../parts/time.tsx';

interface CommitRows {
  readonly commit: string;
  readonly branch: string;
  readonly at: string;
  /** In the order in which they ran. */
  readonly rows: readonly TimelineRow[];
}

/** `rows`: newest first. */
export function Timeline({ rows }: { readonly rows: readonly TimelineRow[] }) {
  if (rows.length === 0)
    return (
      <Empty title="No result of CI" command="unflake ingest reports/">
        <p>Reports of test runs say when it fails, since which commit, and how long it takes.</p>
      </Empty>
    );
  const oldestFirst = rows.toReversed();
  const failed = rows.filter(({ outcome }) => isFailure(outcome)).length;
  return (
    <>
      <ol class="strip" aria-hidden="true">
        {oldestFirst.map((row, index) => (
          <li
            key={index}
            class={`${kindOf(row.outcome)}${row.commit === oldestFirst[index - 1]?.commit ? '' : ' first'}`}
            title={titleOf(row)}
          />
        ))}
      </ol>
      <p class="quiet small">
        {plural(rows.length, 'result')}, oldest first; {failed} failed. Tall failed, low passed; a gap begins another
        commit.
      </p>
      <Table
        label="Results by commit"
        page="commits"
        rows={byCommit(rows)}
        columns={[
          { title: 'Commit', cell: ({ commit }) => <code>{nameText(commit.slice(0, 10))}</code> },
          { title: 'Attempts', cell: ({ rows: own }) => <Attempts rows={own} /> },
          { title: 'Branch', cell: ({ branch }) => <Prose text={branch} />, isMinor: true },
          { title: 'When', cell: ({ at }) => <Moment at={at} />, isMinor: true },
        ]}
      />
    </>
  );
}

function byCommit(rows: readonly TimelineRow[]): readonly CommitRows[] {
  const commits = new Map<string, { commit: string; branch: string; at: string; rows: TimelineRow[] }>();
  for (const row of rows) {
    const key = `${row.commit} ${row.branch}`;
    const known = commits.get(key);
    if (known === undefined) commits.set(key, { commit: row.commit, branch: row.branch, at: row.at, rows: [row] });
    else known.rows.unshift(row);
  }
  return [...commits.values()];
}

const SIGNS: Readonly<Record<ReturnType<typeof kindOf>, string>> = { passed: '✓', failed: '✕', other: '–' };

/** The outcome in words for those who do not see the sign. */
function Attempts({ rows }: { readonly rows: readonly TimelineRow[] }) {
  return (
    <ol class="attempts">
      {rows.map((row, index) => (
        <li key={index} class={kindOf(row.outcome)} title={titleOf(row)}>
          <span aria-hidden="true">{SIGNS[kindOf(row.outcome)]}</span>
          <span class="hidden">{spoken(row)}</span>
        </li>
      ))}
    </ol>
  );
}

const spoken = ({ outcome, attempt, incident }: { outcome: Outcome; attempt: number; incident: string | null }) =>
  `${outcome}, attempt ${attempt}${incident === null ? '' : ', in an incident'}`;

function titleOf(row: TimelineRow): string {
  const { commit, run, job, ms, incident } = row;
  const parts = [spoken(row), commit.slice(0, 10), `run ${run}`, job, ms === null ? '' : duration(ms), incident ?? ''];
  return nameText(parts.filter((part) => part !== '').join(' · '));
}
