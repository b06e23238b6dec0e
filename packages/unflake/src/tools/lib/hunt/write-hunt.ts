/** Joins what the plan found with ids, counts and commands, in the shape that `--json` prints. */
import type {
  ArmCount,
  BrokenTest,
  FlakyTest,
  HuntResult,
  HuntShard,
  TestPlace,
  UnrepeatedFailure,
} from '../../../contract/hunt.ts';
import type { ReachedSource } from '../../../contract/static-source.ts';
import type { TestId } from '../../../contract/test-id.ts';
import { printedCommand } from '../../../engine/trial/printed-command.ts';
import { fingerprintOf } from '../../../experiment/event-of.ts';
import { clusterTests } from '../../../experiment/hunt/cluster-tests.ts';
import type { FlakyFinding, HuntFinding } from '../../../experiment/hunt/hunt-finding.ts';
import type { HuntRecord } from '../../../experiment/hunt/hunt-record.ts';
import { confidenceSequence } from '../../../experiment/statistics/confidence-sequence.ts';
import type { StoredHunt } from '../../../store/port.ts';
import { quoteWord, shellLine } from '../../../text/shell-line.ts';
import type { CasePrinting } from '../case/write-diagnosis.ts';
import { diagnoseLine } from '../diagnose-line.ts';
import type { HuntRequest } from './hunt-request.ts';

const MAX_FINGERPRINTS = 10;

export interface HuntPrinting extends CasePrinting {
  readonly request: Pick<HuntRequest, 'rounds' | 'minutes' | 'shards' | 'since' | 'folder'>;
  readonly placeOf: (test: TestId) => TestPlace | null;
  /** What the code of each flaky test reaches. */
  readonly sources: ReadonlyMap<TestId, readonly ReachedSource[]>;
}

export function writeHunt(opened: StoredHunt, finding: HuntFinding, printing: HuntPrinting): HuntResult {
  const { record, ended, rounds, coverage, broken, unrepeated, bounds, notTried } = finding;
  const drafts = clusterTests(finding.flaky, record, printing.sources);
  const clusterOf = new Map(drafts.flatMap(({ id, tests }) => tests.map((test) => [test, id] as const)));
  const flaky = finding.flaky.map((one) => flakyTest(one, clusterOf.get(one.test)!, opened, record, printing));
  return {
    huntId: opened.id,
    runner: opened.runner,
    seed: opened.seed,
    tests: opened.suite.length,
    ended,
    since: printing.request.since,
    shard: shardOf(printing.request),
    rounds,
    coverage,
    flaky,
    broken: broken.map(({ test, takesDown }) => brokenTest(test, takesDown, record, printing)),
    unrepeated: unrepeated.map((test) => unrepeatedFailure(test, record, printing)),
    clusters: drafts.map((draft) => ({ ...draft, caseId: null, verdict: null, explains: null })),
    bounds,
    cost: costOf(finding),
    notTried,
    next: nextCommand(opened, drafts[0]?.representative, finding, printing),
  };
}

function shardOf({ shards }: HuntPrinting['request']): HuntShard | null {
  return typeof shards?.mine === 'number' && shards.of > 1 ? { number: shards.mine, of: shards.of } : null;
}

function flakyTest(
  { test, kind, arm, failing, needs, trial, plain }: FlakyFinding,
  cluster: string,
  opened: StoredHunt,
  record: HuntRecord,
  printing: HuntPrinting,
): FlakyTest {
  const command = plain === null ? null : printedCommand(plain.trial, printing.subject, printing.machine);
  // A second run finds what the first has left.
  const times = failing.conditions.tmp === 'shared' ? ' --times 2' : '';
  const replay = `unflake replay ${opened.id} --trial ${trial} --test ${quoteWord(test)}${times}${printing.caseFlags}`;
  return {
    test,
    place: printing.placeOf(test),
    kind,
    arm,
    arms: armCounts(test, arm, record),
    after: kind === 'brittle' ? needs : failing.before,
    conditions: failing.conditions,
    fingerprints: fingerprintsOf(test, record),
    message: messageOf(test, record),
    reproduce:
      command === null
        ? { fails: replay, confirmed: false }
        : { fails: shellLine(printing.within(command)), confirmed: true },
    cluster,
    caseId: null,
  };
}

/** The failing arm first, then those with failures. */
export function armCounts(test: TestId, first: string, record: HuntRecord): readonly ArmCount[] {
  const rank = (one: ArmCount) => (one.arm === first ? 2 : one.failures > 0 ? 1 : 0);
  return [...record.counts(test)]
    .map(([arm, count]) => {
      const { low, high } = confidenceSequence(count);
      return { arm, ...count, low, high };
    })
    .toSorted((a, b) => rank(b) - rank(a));
}

function brokenTest(
  test: TestId,
  takesDown: readonly TestId[],
  record: HuntRecord,
  { placeOf }: HuntPrinting,
): BrokenTest {
  const { outcome } = record.failuresOf(test)[0]!.observation;
  return { test, place: placeOf(test), ...record.total(test), outcome, message: messageOf(test, record), takesDown };
}

function unrepeatedFailure(test: TestId, record: HuntRecord, { placeOf }: HuntPrinting): UnrepeatedFailure {
  const [first] = record.failuresOf(test);
  const arm = record.armOf(first!.result.id);
  return { test, place: placeOf(test), arm, ...record.total(test), message: messageOf(test, record) };
}

function fingerprintsOf(test: TestId, record: HuntRecord): readonly string[] {
  const all = record.failuresOf(test).map(({ observation }) => fingerprintOf(observation));
  return [...new Set(all)].slice(0, MAX_FINGERPRINTS);
}

const messageOf = (test: TestId, record: HuntRecord): string | null =>
  record.failuresOf(test).find(({ observation }) => observation.message !== undefined)?.observation.message ?? null;

function costOf({ record: { seen }, suiteMs }: HuntFinding): HuntResult['cost'] {
  const trialMs = seen.reduce((sum, { ms }) => sum + ms, 0);
  return {
    trials: seen.length,
    testExecutions: seen.reduce((sum, { trial }) => sum + trial.tests.length * trial.repeat, 0),
    wallMs: Math.max(0, ...seen.map(({ atMs }) => atMs)),
    suiteRuns: suiteMs === null ? null : trialMs / Math.max(1, suiteMs),
  };
}

/** A hunt whose budget was spent goes on with twice as much of what it lacked, and one of which some rounds did not fit with what they need. */
function nextCommand(
  opened: StoredHunt,
  representative: TestId | undefined,
  { ended, rounds, isEffortSpent, minutesLacking }: HuntFinding,
  printing: HuntPrinting,
): string | null {
  const { caseFlags, request } = printing;
  if (representative !== undefined) return diagnoseLine(representative, request, printing);
  const resume = `unflake hunt --resume ${opened.id}${caseFlags}`;
  if (ended === 'done' && isEffortSpent) return `${resume} --minutes ${request.minutes}`;
  if (ended === 'done') return minutesLacking === null ? null : `${resume} --minutes ${minutesLacking}`;
  if (ended === 'cancelled') return resume;
  return rounds.length >= request.rounds
    ? `${resume} --rounds ${2 * request.rounds}`
    : `${resume} --minutes ${2 * request.minutes}`;
}
