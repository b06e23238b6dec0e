/** `worker` and `workers` for people. */
import { plural } from '../../text/plural.ts';
import { shorten } from '../../text/shorten.ts';
import type { WorkerResult, WorkersResult } from '../../tools/lib/workers/results.ts';

/** A step of a hunt names all its arms. */
const MAX_DOING = 50;

export function workerText({ worker, store, units, trials, refused }: WorkerResult): string {
  return [
    `worker     ${worker} has ended`,
    `ran        ${plural(trials, 'trial')} in ${plural(units, 'unit')}`,
    `store      ${store}`,
    ...refused.map(({ caseId, why }) => `refused    ${caseId}: ${why}`),
    '',
  ].join('\n');
}

export function workersText({ kind, store, workers, work }: WorkersResult): string {
  if (kind === 'SQLite')
    return `workers    none: the store is a file, and workers need a PostgreSQL database (\`--store\` or UNFLAKE_STORE)\n`;
  if (workers.length === 0) return `workers    none; \`unflake worker --store ${store}\` starts one\n${workText(work)}`;
  const rows = workers.map(({ worker, machine, pid, state, runs, startedAt, seenAt }) => [
    worker,
    `${machine}, pid ${pid}`,
    state === 'runs' && runs !== null ? `${shorten(runs.what, MAX_DOING)}, since ${clock(runs.since)}` : state,
    `started ${clock(startedAt)}`,
    `seen ${clock(seenAt)}`,
  ]);
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.map((line, at) => `${at === 0 ? 'workers' : ''}`.padEnd(11) + line).join('\n')}\n${workText(work)}`;
}

function workText(work: WorkersResult['work']): string {
  return work
    .flatMap(({ caseId, commit, serves, refusals }) => [
      `work       ${caseId}${commit === null ? '' : ` at ${commit.slice(0, 10)}`}, ${plural(serves.length, 'worker')}`,
      ...refusals.map(({ worker, why }) => `           ${worker} does not take it: ${why}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

/** Time of day in UTC; the whole moment is in `--json`. */
const clock = (moment: string): string => moment.slice(11, 19);
