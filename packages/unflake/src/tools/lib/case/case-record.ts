/** A closed case for its reports: the diagnosis, the finding of each plan, and a row per execution of the target. */
import type { CaseRecord, TrialRow } from '../../../contract/case-record.ts';
import { UnflakeError } from '../../../contract/faults.ts';
import { trialScript } from '../../../engine/trial/trial-script.ts';
import { armOf } from '../../../experiment/arm-of.ts';
import type { Store, StoredCase, StoredTrial } from '../../../store/port.ts';
import { currentFindings } from './earlier-names.ts';

export async function caseRecord(store: Store, stored: StoredCase): Promise<CaseRecord> {
  if (stored.closing === null) {
    throw new UnflakeError(
      'UNKNOWN_CASE',
      `case ${stored.id} has no diagnosis yet: it was cut after ${stored.trials} trials; continue with \`unflake diagnose --resume ${stored.id}\``,
      {
        caseId: stored.id,
        trials: stored.trials,
      },
    );
  }
  const { diagnosis, findings } = stored.closing;
  const trials: TrialRow[] = [];
  for (const { seq } of await store.trials(stored.id)) {
    trials.push(...rows((await store.trial(stored.id, seq))!, stored));
  }
  return {
    diagnosis,
    findings: currentFindings(findings),
    testsBefore: stored.suite.indexOf(stored.test),
    trials,
    ...(await verificationsOf(store, stored.id)),
  };
}

/** Those that have ended. */
export async function verificationsOf(store: Store, caseId: string): Promise<Pick<CaseRecord, 'verifications'>> {
  const ended = (await store.verifications.of(caseId)).flatMap(({ result }) => (result === null ? [] : [result]));
  return ended.length === 0 ? {} : { verifications: ended };
}

function rows({ phase, result, command }: StoredTrial, { test, suite }: StoredCase): readonly TrialRow[] {
  const { trial } = result;
  const arm = armOf(trial, test, suite);
  const line = trialScript(command);
  return result.observations
    .filter((observation) => observation.test === test)
    .map(({ outcome, ms, phases, fingerprint }) => ({
      id: result.id,
      phase,
      arm,
      outcome,
      ms: ms ?? result.ms,
      ...(phases ? { phases } : {}),
      ...(fingerprint ? { fingerprint } : {}),
      command: line,
      conditions: trial.conditions,
      seed: trial.seed,
      tests: trial.tests.length,
    }));
}
