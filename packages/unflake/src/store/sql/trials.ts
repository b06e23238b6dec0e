/** Queries about the trials of a case: append one, return it for replay, show it in full. */
import type { Command } from '../../contract/command.ts';
import type { Phase } from '../../contract/events.ts';
import type { Ending, Trial, TrialResult } from '../../contract/trial.ts';
import { unpack } from '../packed.ts';
import { type PackedObservation, packObservation, unpackObservation } from '../packed-observations.ts';
import type { NewTrial, RecordedTrial, StoredTrial, TrialSummary } from '../port.ts';
import { type PackedSelection, packSelection, type SuiteIndex, selectionSize, unpackSelection } from '../selection.ts';
import type { Connection, Row, Statements } from './connection.ts';

/**
 * Files of a command above this many characters are not stored: a selection of 20,000 tests is stored itself, and the adapter writes the
 * same file again from the trial.
 */
const MAX_KEPT_FILE = 64 * 1024;

type Settings = Omit<Trial, 'tests' | 'watch'>;
type Selections = { readonly tests: PackedSelection; readonly watch: PackedSelection | 'all' };

/** Trials belong to a case or to one of its verifications, and are kept in the same columns. */
const OWNERS = {
  case: { table: 'trials', key: 'case_id' },
  verification: { table: 'verification_trials', key: 'verification_id' },
} as const;

export interface TrialOwner {
  readonly of: keyof typeof OWNERS;
  readonly id: string;
}

export const ofCase = (id: string): TrialOwner => ({ of: 'case', id });
export const ofVerification = (id: string): TrialOwner => ({ of: 'verification', id });

const RESULT = 'seq, key, ms, at_ms, ending, tally, observations, problems';

export async function appendTrial(
  db: Pick<Connection, 'run' | 'pack'>,
  { of, id }: TrialOwner,
  suite: SuiteIndex,
  trial: NewTrial,
): Promise<void> {
  const { result, command, output } = trial;
  const { tests, watch, ...settings } = result.trial;
  const selections: Selections = {
    tests: packSelection(tests, suite),
    watch: watch === 'all' ? 'all' : packSelection(watch, suite),
  };
  await db.run(
    `INSERT INTO ${OWNERS[of].table} (${OWNERS[of].key}, seq, key, phase, doing, ms, at_ms, ending, tally, settings, observations, problems, selection, command, output)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    trial.seq,
    trial.key,
    trial.phase,
    trial.doing,
    result.ms,
    result.atMs,
    JSON.stringify(result.ending),
    JSON.stringify(result.tally),
    JSON.stringify(settings),
    db.pack(result.observations.map((observation) => packObservation(observation, suite))),
    db.pack(saidOf(result)),
    db.pack(selections),
    db.pack(keptCommand(command)),
    db.pack(output),
  );
}

function keptCommand(command: Command): Command {
  const files = Object.entries(command.files).filter(([, text]) => text.length <= MAX_KEPT_FILE);
  return { ...command, files: Object.fromEntries(files) };
}

export async function recordedTrial(
  db: Statements,
  { of, id }: TrialOwner,
  suite: SuiteIndex,
  seq: number,
): Promise<RecordedTrial | undefined> {
  const row = await db.get(
    `SELECT ${RESULT} FROM ${OWNERS[of].table} WHERE ${OWNERS[of].key} = ? AND seq = ?`,
    id,
    seq,
  );
  if (row === undefined) return undefined;
  const { id: _id, ...seen } = resultOf(row, suite);
  return { key: String(row.key), ...seen };
}

export async function dropTrials(db: Statements, { of, id }: TrialOwner, fromSeq: number): Promise<void> {
  await db.run(`DELETE FROM ${OWNERS[of].table} WHERE ${OWNERS[of].key} = ? AND seq >= ?`, id, fromSeq);
}

export async function trialsOf(
  db: Statements,
  { of, id }: TrialOwner,
  suite: SuiteIndex,
): Promise<readonly TrialSummary[]> {
  const columns = `${RESULT}, phase, doing, settings, selection`;
  const rows = await db.all(`SELECT ${columns} FROM ${OWNERS[of].table} WHERE ${OWNERS[of].key} = ? ORDER BY seq`, id);
  return rows.map((row) => {
    const { conditions, seed, repeat, mode, exclusive }: Settings = JSON.parse(String(row.settings));
    const tests = selectionSize(unpack<Selections>(row.selection).tests);
    return { ...placeOf(row), result: resultOf(row, suite), conditions, seed, repeat, mode, exclusive, tests };
  });
}

export async function trialInFull(
  db: Statements,
  caseId: string,
  suite: SuiteIndex,
  seq: number,
): Promise<StoredTrial | undefined> {
  const row = await db.get('SELECT * FROM trials WHERE case_id = ? AND seq = ?', caseId, seq);
  if (row === undefined) return undefined;
  const { tests, watch } = unpack<Selections>(row.selection);
  const trial: Trial = {
    ...(JSON.parse(String(row.settings)) as Settings),
    tests: unpackSelection(tests, suite),
    watch: watch === 'all' ? 'all' : unpackSelection(watch, suite),
  };
  return {
    ...placeOf(row),
    result: { ...resultOf(row, suite), trial },
    command: unpack<Command>(row.command),
    output: unpack<StoredTrial['output']>(row.output),
  };
}

function placeOf(row: Row): { readonly seq: number; readonly phase: Phase; readonly doing: string } {
  return { seq: Number(row.seq), phase: row.phase as Phase, doing: String(row.doing) };
}

function resultOf(row: Row, suite: SuiteIndex): Omit<TrialResult, 'trial'> {
  return {
    id: `t-${Number(row.seq)}`,
    observations: unpack<PackedObservation[]>(row.observations).map((packed) => unpackObservation(packed, suite)),
    tally: JSON.parse(String(row.tally)) as TrialResult['tally'],
    ms: Number(row.ms),
    atMs: Number(row.at_ms),
    ending: JSON.parse(String(row.ending)) as Ending,
    ...resultSaid(unpack<PackedSaid>(row.problems)),
  };
}

/** Most trials have problems alone, and cases of earlier releases have nothing else. */
type Said = Pick<TrialResult, 'problems' | 'detected' | 'machine' | 'stolen'>;
type PackedSaid = TrialResult['problems'] | Said;

function saidOf({ problems, detected, machine, stolen }: TrialResult): PackedSaid {
  if (detected === undefined && machine === undefined && stolen === undefined) return problems;
  return { problems, ...(detected && { detected }), ...(machine && { machine }), ...(stolen && { stolen }) };
}

const resultSaid = (said: PackedSaid): Said => ('problems' in said ? said : { problems: said });
