/** What was decided about each test when the plan ends or is stopped, and what was not tried. */
import type { CertificateStatus } from '../../contract/certificate.ts';
import type { NotTried } from '../../contract/diagnosis.ts';
import type { TestId } from '../../contract/test-id.ts';
import { plural } from '../../text/plural.ts';
import { zeroFailureBound } from '../statistics/zero-failure-bound.ts';
import type { Certification } from './certification.ts';
import type { CertifiedTest, CertifyFinding } from './certify-finding.ts';
import { countRuns } from './count-runs.ts';

export function certifyFinding(certification: Certification, ended: CertifyFinding['ended']): CertifyFinding {
  const { record, options, needed, suiteMs } = certification;
  return {
    record,
    ended,
    tests: options.wanted.map((test) => certifiedTest(test, certification, ended)),
    needed,
    notTried: notTried(certification),
    suiteMs,
  };
}

function certifiedTest(test: TestId, certification: Certification, ended: CertifyFinding['ended']): CertifiedTest {
  const { record, options } = certification;
  const runs = countRuns(test, record);
  const isUnfit = certification.forksAreUnfit(test);
  const forks = certification.readsHashOrder(test) ? runs.forkedFrom : runs.forks;
  const counted = isUnfit ? runs.processes : runs.processes + forks;
  const failed = record.failuresOf(test).filter(({ result }) => !isUnfit || result.trial.forks === undefined);
  const bound = failed.length === 0 && counted > 0 ? zeroFailureBound(counted, options.confidence) : null;
  const flaky = certification.flaky.get(test) ?? null;
  const { status, note } = decide({ test, counted, failures: failed.length, isUnfit }, certification, ended);
  return { test, status, runs, counted, bound, flaky, note };
}

interface Facts {
  readonly test: TestId;
  readonly counted: number;
  readonly failures: number;
  readonly isUnfit: boolean;
}

interface Decision {
  readonly status: CertificateStatus;
  readonly note: string | null;
}

function decide({ test, counted, failures, isUnfit }: Facts, certification: Certification, ended: string): Decision {
  const { record, status, needed } = certification;
  const follows = status.follows.get(test);
  const { runs } = record.total(test);
  if (status.flaky.has(test)) return { status: 'flaky', note: null };
  if (follows !== undefined) return { status: 'undecided', note: `it fails after ${follows.broken}, which is broken` };
  if (certification.neverPassed(test)) return { status: 'broken', note: `it failed in all of ${plural(runs, 'run')}` };
  if (runs === 0) return { status: 'undecided', note: ended === 'done' ? 'it was skipped in every run' : STOPPED };
  if (failures > 0)
    return { status: 'undecided', note: `it failed ${failures}/${runs}, and could not be made to fail again` };
  if (counted < needed)
    return { status: 'undecided', note: ended === 'done' ? 'it was skipped in too many runs' : STOPPED };
  const hashes = certification.readsHashOrder(test) ? 'its code reads a hash order, so each process counts once' : null;
  return {
    status: 'certified',
    note: isUnfit ? 'it cannot run in forks, so only runs in new processes count' : hashes,
  };
}

const STOPPED = 'stopped before enough runs';

/** Knobs that a screen turns. */
const KNOBS = ['copies', 'cpu', 'date', 'dirOrder', 'encoding', 'environment', 'hashSeed', 'home', 'locale', 'network'];
const MORE_KNOBS = ['rngSeed', 'tmp', 'tz', 'umask', 'workers'];

function notTried(certification: Certification): readonly NotTried[] {
  const { options, screens } = certification;
  const { can, refused } = options;
  const rows: NotTried[] = refused
    .filter(({ knob }) => KNOBS.includes(knob) || MORE_KNOBS.includes(knob))
    .map(({ knob, why, enable }) => ({ what: knob, why: enable === null ? why : `${why}; \`${enable}\`` }));
  if (can.order === 'none') rows.push({ what: 'other orders', why: 'this runner keeps its own order' });
  if (can.order === 'file') rows.push({ what: 'orders within a file', why: 'this runner orders files only' });
  if (!can.repeat) rows.push({ what: 'a test twice in one process', why: 'this runner cannot repeat a test' });
  const isDone = certification.open().length === 0;
  for (const { name, rounds, ran, tooLong } of screens) {
    if (tooLong) rows.push({ what: name, why: 'one more run of the suite takes too much of the time' });
    else if (ran < rounds && !isDone) rows.push({ what: name, why: 'the budget was spent' });
  }
  return rows;
}
