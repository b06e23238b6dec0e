/** A git repository with a recorded case about one of its tests, so that `unflake verify` can be run without a diagnosis before it. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { random } from '@unflake/testkit/random';
import { type TestId, testId } from '../../src/contract/test-id.ts';
import type { Conditions, Trial } from '../../src/contract/trial.ts';
import type { Verification } from '../../src/contract/verification.ts';
import { nothingYet } from '../../src/experiment/diagnose/findings-so-far.ts';
import { defaultStorePath } from '../../src/store/default-store-path.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { sampleDiagnosis } from '../unit/cli/sample-case.ts';
import { callIn } from './in-process.ts';
import { type Answer, Place } from './unflake.ts';

const RUNS = 20;

export interface RecordedFailure {
  readonly runner: string;
  readonly test: string;
  readonly conditions: Conditions;
  readonly passing: Conditions;
  /** Whether the case knows the commit that it was opened on. */
  readonly knowsCommit: boolean;
}

export class VerifyPlace extends Place {
  write(files: Readonly<Record<string, string>>): this {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.subject, name), text);
    return this;
  }

  git(...args: readonly string[]): string {
    const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
    return execFileSync('git', [...who, ...args], { cwd: this.subject, encoding: 'utf8' }).trim();
  }

  commit(files: Readonly<Record<string, string>>): string {
    this.write(files);
    this.git('init', '--quiet');
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'change');
    return this.git('rev-parse', 'HEAD');
  }

  /** It failed in all of twenty runs under its condition. Returns the id of the case. */
  async case({ runner, test, conditions, passing, knowsCommit }: RecordedFailure): Promise<string> {
    const target = testId(test);
    const counted = (failures: number) => ({ failures, runs: RUNS, trials: [] });
    const trial = (own: Conditions) => trialOf(target, own);
    const reproduce = {
      failing: trial(conditions),
      passing: trial(passing),
      fails: counted(RUNS),
      passes: counted(0),
      confirmed: true,
    };
    const diagnosis = { ...sampleDiagnosis, test: target, runner, polluters: [], failures: [] };
    const code = knowsCommit ? { code: { commit: this.git('rev-parse', 'HEAD'), clean: true } } : {};
    const options = { runner, trials: 100, minutes: 5, jobs: 1, timeoutSeconds: 60, ...code };
    const store = openSqliteStore(defaultStorePath(this.subject, this.variables));
    try {
      const opened = { root: this.subject, runner, test: target, seed: 1, suite: [target], options, openedAtMs: 1 };
      const { id } = await store.openCase(opened, random(1));
      const findings = { ...nothingYet(), reproduce };
      await store.closeCase(id, { diagnosis, findings: findings as never }, 2);
      return id;
    } finally {
      await store.close();
    }
  }

  async verify(...args: readonly string[]): Promise<{ code: number | null; result: Verification; stderr: string }> {
    const answer = await callIn(this, ['verify', '--json', '--quiet', ...args]);
    return { code: answer.code, result: verificationOf(answer), stderr: answer.stderr };
  }
}

export function verificationOf({ stdout, stderr }: Answer): Verification {
  const envelope = JSON.parse(stdout) as { ok: boolean; result: Verification; error?: unknown };
  if (!envelope.ok) throw new Error(`${JSON.stringify(envelope.error)}\n${stderr}`);
  return envelope.result;
}

function trialOf(target: TestId, conditions: Conditions): Trial {
  return {
    tests: [target],
    repeat: 1,
    conditions,
    seed: 1,
    watch: [target],
    exclusive: false,
    timeBoxMs: 20_000,
    mode: 'probe',
  };
}
