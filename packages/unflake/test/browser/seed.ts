/** Records for the dashboard: cases of every kind, a hunt, a certification, and names and messages as an enemy would write them. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { random as randomOf } from '@unflake/testkit/random';
import type { CertifyResult } from '../../src/contract/certificate.ts';
import type { Diagnosis } from '../../src/contract/diagnosis.ts';
import type { HuntResult } from '../../src/contract/hunt.ts';
import { OUTCOMES } from '../../src/contract/outcome.ts';
import { type TestId, testId } from '../../src/contract/test-id.ts';
import { defaultStorePath } from '../../src/store/default-store-path.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { sampleCase, sampleDiagnosis } from '../unit/cli/sample-case.ts';
import { sampleCertification, sampleHunt } from './sample-hunt.ts';

/** Runs a script if anything reads it as HTML, colours a terminal, and turns the text around. */
export const HOSTILE = testId(
  'tests/<img src=x onerror="window.hacked=1">.py::\u001b[31mred\u202egnirts\u202c</td><b>',
);
/** Longer than a page can lay out at once. */
const LONG_OUTPUT = `<script>window.hacked=2</script>\n\u001b[41m${'0123456789 <b>&amp;\u202e\n'.repeat(150_000)}`;
const START_MS = Date.UTC(2026, 9, 1, 8);
const DAY_MS = 86_400_000;

export interface Seeded {
  readonly caseId: string;
  readonly hostileId: string;
  readonly openId: string;
  readonly huntId: string;
  readonly certificationId: string;
}

export async function seed(
  subject: string,
  env: Readonly<Record<string, string | undefined>>,
  manyCases = 60,
): Promise<Seeded> {
  const path = defaultStorePath(subject, env);
  mkdirSync(dirname(path), { recursive: true });
  const store = openSqliteStore(path);
  const random = randomOf(7);
  const parts = { store, subject, random };
  try {
    for (let at = 0; at < manyCases; at += 1) await addCase(parts, pastDiagnosis(at), START_MS + (at * DAY_MS) / 3, 1);
    const hostileId = await addCase(parts, hostileDiagnosis(), START_MS + 30 * DAY_MS, 3);
    const caseId = await addCase(parts, sampleDiagnosis, START_MS + 31 * DAY_MS, sampleCase.trials.length);
    const { id: openId } = await store.openCase(newCase(parts, sampleDiagnosis.test, START_MS + 32 * DAY_MS), random);
    await store.releaseCase(openId);
    const hunt = await store.openHunt(newCase(parts, sampleDiagnosis.test, START_MS + 33 * DAY_MS), random);
    await store.closeHunt(hunt.id, sampleHunt(hunt.id, caseId, HOSTILE) satisfies HuntResult, START_MS + 34 * DAY_MS);
    const certification = await store.openCertification(
      newCase(parts, sampleDiagnosis.test, START_MS + 35 * DAY_MS),
      random,
    );
    const certified = sampleCertification(certification.id) satisfies CertifyResult;
    await store.closeCertification(certification.id, certified, START_MS + 36 * DAY_MS);
    return { caseId, hostileId, openId, huntId: hunt.id, certificationId: certification.id };
  } finally {
    await store.close();
  }
}

interface Parts {
  readonly store: Store;
  readonly subject: string;
  readonly random: { readonly int: (min: number, max: number) => number };
}

function newCase({ subject }: Parts, test: TestId, openedAtMs: number) {
  const suite = [testId('tests/test_promo.py::test_banner'), test];
  return { root: subject, runner: 'pytest', test, seed: 42, suite, options: {}, openedAtMs };
}

async function addCase(parts: Parts, diagnosis: Diagnosis, openedAtMs: number, trials: number): Promise<string> {
  const { store, random } = parts;
  const { id } = await store.openCase(newCase(parts, diagnosis.test, openedAtMs), random);
  const record = sampleCase;
  for (const [at, row] of record.trials.slice(0, trials).entries())
    await appendRow(store, id, diagnosis.test, at + 1, row);
  await store.closeCase(
    id,
    { diagnosis: { ...diagnosis, caseId: id }, findings: record.findings },
    openedAtMs + 60_000,
  );
  return id;
}

async function appendRow(
  store: Store,
  id: string,
  test: TestId,
  seq: number,
  row: (typeof sampleCase)['trials'][number],
): Promise<void> {
  const { phase, outcome, ms, phases, fingerprint, conditions, command } = row;
  const tests = row.tests === 1 ? [test] : [testId('tests/test_promo.py::test_banner'), test];
  await store.appendTrial(id, {
    seq,
    key: `key-${seq}`,
    phase,
    doing: 'runs',
    result: {
      id: `t-${seq}`,
      trial: {
        tests,
        repeat: 1,
        conditions,
        seed: 42,
        watch: [test],
        exclusive: false,
        timeBoxMs: 60_000,
        mode: 'probe',
      },
      observations: [
        { test, run: 0, outcome, ms, ...(phases ? { phases } : {}), ...(fingerprint ? { fingerprint } : {}) },
      ],
      tally: {
        ...(Object.fromEntries(OUTCOMES.map((name) => [name, 0])) as Record<(typeof OUTCOMES)[number], number>),
        [outcome]: 1,
      },
      ms,
      atMs: seq * 100,
      ending: { code: outcome === 'passed' ? 0 : 1, signal: null, timedOut: false },
      problems: [],
    },
    command: { argv: ['sh', '-c', command], env: {}, cwd: '/project', files: {}, reads: [] },
    output: { stdout: '', stderr: '' },
  });
}

const CAUSES = [
  { family: 'ordering', kind: 'victim', confidence: 0.99 },
  { family: 'timing', kind: 'short-wait', confidence: 0.97 },
  { family: 'external', kind: 'time-zone', confidence: 0.99 },
  { family: 'nondeterminism', kind: 'randomness', confidence: 0.95 },
] as const;

function pastDiagnosis(at: number): Diagnosis {
  const test = testId(`tests/test_area_${at % 9}.py::test_case_${at}`);
  const verdict = at % 5 === 4 ? 'not-reproduced' : at % 7 === 6 ? 'narrowed' : 'isolated';
  return { ...sampleDiagnosis, test, verdict, cause: verdict === 'isolated' ? CAUSES[at % CAUSES.length]! : null };
}

function hostileDiagnosis(): Diagnosis {
  const { reproduce } = sampleDiagnosis;
  return {
    ...sampleDiagnosis,
    test: HOSTILE,
    runner: '<script>window.hacked=3</script>',
    summary: `${HOSTILE} fails`,
    next: `<a href="javascript:window.hacked=4">${HOSTILE}</a>`,
    polluters: [[HOSTILE]],
    cleaners: [HOSTILE],
    failures: [{ fingerprint: HOSTILE, outcome: 'failed', message: LONG_OUTPUT, count: 2, trials: ['t-1'] }],
    notTried: [{ what: HOSTILE, why: HOSTILE }],
    reproduce: { ...reproduce!, fails: `echo ${HOSTILE}` },
  };
}
