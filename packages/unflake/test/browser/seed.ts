/** Records for the dashboard: cases of every kind, a hunt, a certification, and names and messages as an enemy would write them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { random as randomOf } from '@unflake/testkit/random';
import type { CertifyResult } from '../../src/contract/certificate.ts';
import type { Diagnosis } from '../../src/contract/diagnosis.ts';
import type { HuntResult } from '../../src/contract/hunt.ts';
import { OUTCOMES } from '../../src/contract/outcome.ts';
import { type TestId, testId } from '../../src/contract/test-id.ts';
import type { TrialId } from '../../src/contract/trial.ts';
import { historyNameOfId } from '../../src/reports/results/history-name.ts';
import { defaultStorePath } from '../../src/store/default-store-path.ts';
import type { HistoryStore } from '../../src/store/history-port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import {
  recordCertificates,
  recordDiagnosis,
  recordHunt,
  recordVerification,
} from '../../src/tools/lib/history/record-provoked.ts';
import { QUARANTINE_FILE } from '../../src/tools/lib/quarantine/quarantine-file.ts';
import { seedHistory } from '../seed-history.ts';
import { sampleCase, sampleDiagnosis } from '../unit/cli/sample-case.ts';
import { VERIFIED } from '../unit/cli/sample-verification.ts';
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
  // Quarantine ends on days of the service's own calendar.
  nowMs = Date.now(),
): Promise<Seeded> {
  const path = defaultStorePath(subject, env);
  mkdirSync(dirname(path), { recursive: true });
  const store = openSqliteStore(path);
  const random = randomOf(7);
  const parts = { store, subject, random };
  try {
    for (let at = 0; at < manyCases; at += 1) await addCase(parts, pastDiagnosis(at), START_MS + (at * DAY_MS) / 3, 1);
    const hostileId = await addCase(parts, hostileDiagnosis(), START_MS + 30 * DAY_MS, 3);
    const caseId = await addCase(
      parts,
      { ...sampleDiagnosis, odds: SAMPLE_ODDS },
      START_MS + 31 * DAY_MS,
      sampleCase.trials.length,
    );
    await addVerification(parts, caseId);
    const { id: openId } = await store.openCase(newCase(parts, sampleDiagnosis.test, START_MS + 32 * DAY_MS), random);
    await store.releaseCase(openId);
    const hunt = await store.openHunt(newCase(parts, sampleDiagnosis.test, START_MS + 33 * DAY_MS), random);
    const hunted = sampleHunt(hunt.id, caseId, HOSTILE) satisfies HuntResult;
    await store.closeHunt(hunt.id, hunted, START_MS + 34 * DAY_MS);
    await recordHunt(store.history, hunted, START_MS + 34 * DAY_MS);
    const certification = await store.openCertification(
      newCase(parts, sampleDiagnosis.test, START_MS + 35 * DAY_MS),
      random,
    );
    const certified = sampleCertification(certification.id) satisfies CertifyResult;
    await store.closeCertification(certification.id, certified, START_MS + 36 * DAY_MS);
    await recordCertificates(store.history, certified, START_MS + 36 * DAY_MS);
    await seedResults(store.history, manyCases, nowMs);
    writeFileSync(join(subject, QUARANTINE_FILE), JSON.stringify({ entries: quarantine(caseId, nowMs) }));
    return { caseId, hostileId, openId, huntId: hunt.id, certificationId: certification.id };
  } finally {
    await store.close();
  }
}

/** Of the tests that have cases, and of as many healthy ones. */
async function seedResults(history: HistoryStore, manyCases: number, nowMs: number): Promise<void> {
  const diagnosed = Array.from({ length: manyCases }, (_, at) => pastDiagnosis(at).test);
  const healthy = Array.from({ length: 70 }, (_, at) => `tests/test_sound_${at % 5}.py::test_holds_${at}`);
  const tests = [sampleDiagnosis.test, HOSTILE, OWN, BROKEN, FIXED, ...LISTED, ...diagnosed, ...healthy];
  const rates = new Map<string, number>([
    [sampleDiagnosis.test, 0.3],
    [HOSTILE, 0.1],
    ...LISTED.slice(0, 3).map((test, at) => [test, 0.08 + 0.06 * at] as const),
    ...diagnosed.slice(0, 12).map((test, at) => [test, 0.02 + 0.015 * at] as const),
  ]);
  const verified = { source: 'verify', id: 'c-222222-v1', runs: 60, failures: 0, says: 'fixed' } as const;
  await history.addProvoked(historyNameOfId(LISTED[3]!), { ...verified, atMs: nowMs - DAY_MS });
  await seedHistory(history, { tests, rates, broken: BROKEN, fixed: FIXED, runs: 90, endMs: nowMs });
}

/** Of the fixture itself, whose code a scan can read. */
const OWN = 'shop.test.js > shows the banner';
const SAMPLE_ODDS: NonNullable<Diagnosis['odds']> = [
  oddsStep(null, 'before any evidence', [0.36, 0.12, 0.06]),
  oddsStep('t-20', 'fails 3/10 in the suite and 0/10 alone', [0.62, 0.21, 0.04]),
  oddsStep('t-33', 'one earlier test brings the failure', [0.97, 0.01, 0.005]),
  oddsStep('t-60', 'shown again at the end, it fails 20/20 and 0/20', [0.998, 0.001, 0.0004]),
];

function oddsStep(after: string | null, says: string, odds: readonly [number, number, number]) {
  const kinds = [
    { family: 'ordering', kind: 'victim' },
    { family: 'ordering', kind: 'brittle' },
    { family: 'timing', kind: 'short-wait' },
  ] as const;
  const chances = kinds.map((one, at) => ({ ...one, posterior: odds[at]! }));
  return { after: after as TrialId | null, says, chances };
}

const BROKEN = 'tests/test_tax.py::test_tax';
const FIXED = 'tests/test_mail.py::test_sends';
/** In quarantine. The last one does not fail any more. */
const LISTED = ['test_pays', 'test_ships', 'test_returns', 'test_greets'].map((name) => `tests/test_order.py::${name}`);

function quarantine(caseId: string, nowMs: number) {
  const day = (days: number) => new Date(nowMs + days * DAY_MS).toISOString().slice(0, 10);
  const entry = (at: number, owner: string, since: number, until: number, more = {}) => ({
    test: LISTED[at],
    reason: 'fails now and then after the checkout',
    owner,
    since: day(since),
    until: day(until),
    ...more,
  });
  return [
    entry(0, 'ana', -10, 3, { ticket: 'SHOP-41', case: caseId }),
    entry(1, 'ana', -5, 20),
    entry(2, '<b>bo</b>', -25, -2),
    entry(3, 'cleo', -28, 1, { ticket: 'SHOP-7' }),
  ].toSorted((a, b) => (a.test! < b.test! ? -1 : 1));
}

interface Parts {
  readonly store: ReturnType<typeof openSqliteStore>;
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
  const closed = { ...diagnosis, caseId: id };
  await store.closeCase(id, { diagnosis: closed, findings: record.findings }, openedAtMs + 60_000);
  const seen = record.trials.map(({ outcome, ms }) => ({ test: diagnosis.test, run: 0, outcome, ms }));
  await recordDiagnosis(store.history, closed, seen, openedAtMs + 60_000);
  return id;
}

async function addVerification({ store }: Parts, caseId: string): Promise<void> {
  const opened = { caseId, seed: 3, suite: [sampleDiagnosis.test], options: {}, openedAtMs: START_MS + 32 * DAY_MS };
  const { id } = await store.verifications.open(opened);
  const verified = { ...VERIFIED, verificationId: id, caseId };
  await store.verifications.finish(id, verified, START_MS + 33 * DAY_MS);
  await recordVerification(store.history, verified, START_MS + 33 * DAY_MS);
}

export async function appendRow(
  store: Parts['store'],
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
    output: { stdout: `collected ${row.tests} items\n\u001b[31m${outcome}\u001b[0m <b onclick="x">\n`, stderr: '' },
  });
}

export const CAUSES = [
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
