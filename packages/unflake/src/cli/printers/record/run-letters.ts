/** Runs as letters, in the protocol's format: `P P F P`. */
import type { CaseRecord, TrialRow } from '../../../contract/case-record.ts';
import type { Tally } from '../../../contract/findings.ts';
import { isFailure, type Outcome } from '../../../contract/outcome.ts';
import { plural } from '../../../text/plural.ts';

/** `?` is a run in which the target was skipped or missing: neither a pass nor a failure. */
export function letter(outcome: Outcome): string {
  if (isFailure(outcome)) return 'F';
  return outcome === 'passed' ? 'P' : '?';
}

export function letters(rows: readonly TrialRow[]): string {
  return rows.map(({ outcome }) => letter(outcome)).join(' ');
}

/** A suite of thousands would give an unreadable line. */
const MAX_COMMAND = 2_000;

/** The arm, and the command that a person would type for it. */
export function armLines(
  { arm, command, id, tests }: TrialRow,
  { findings: { commands }, diagnosis: { caseId } }: CaseRecord,
): readonly string[] {
  const line = commands?.[arm] ?? command;
  const shown =
    line.length <= MAX_COMMAND
      ? line
      : `${line.slice(0, MAX_COMMAND)}… (${plural(tests, 'test')}; in full by \`unflake replay ${caseId} --trial ${id}\`)`;
  return [`Arm: ${arm}`, `Command: ${shown}`];
}

/** The rows behind a tally, in the order of the trials. */
export function rowsOf(tally: Pick<Tally, 'trials'>, rows: readonly TrialRow[]): readonly TrialRow[] {
  const wanted = new Set<string>(tally.trials);
  return rows.filter(({ id }) => wanted.has(id));
}

/** `20%`: whole per cent as in the protocol, with a decimal only where rounding would give 0. */
export function failRate(failures: number, runs: number): string {
  const value = runs === 0 ? 0 : (failures / runs) * 100;
  return `${value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)}%`;
}
