/** What a hunt has found when it ends or is stopped: each test that failed is in exactly one list. */
import type { TestId } from '../../contract/test-id.ts';
import { huntBounds } from './hunt-bounds.ts';
import type { FlakyFinding, HuntFinding } from './hunt-finding.ts';
import type { HuntRecord } from './hunt-record.ts';
import type { Hunt } from './hunt-rounds.ts';
import { huntNotTried, minutesLacking } from './not-tried.ts';
import { isShard } from './shared-rounds.ts';
import { sharesBrokenSetUp } from './shared-set-up.ts';

/** A single failure may be chance. */
const MIN_BROKEN_FAILURES = 2;

export function finding(hunt: Hunt, ended: HuntFinding['ended']): HuntFinding {
  const { record, status, covered } = hunt;
  const never = (isShard(hunt.options) ? [] : status.neverPassed()).filter(
    (test) => record.failuresOf(test).length >= MIN_BROKEN_FAILURES,
  );
  const follows = [...status.follows].filter(([, { broken }]) => never.includes(broken));
  const late = [...status.follows].filter(([, { broken }]) => !never.includes(broken));
  const flaky: readonly FlakyFinding[] = [
    ...hunt.flaky,
    ...late.map(([, { confirmed }]) => ({ ...confirmed, plain: null })),
  ];
  const broken = brokenGroups(
    never,
    follows.map(([test, { broken: by }]) => ({ test, by })),
    record,
  );
  const listed = new Set([...flaky.map(({ test }) => test), ...broken.flatMap((one) => [one.test, ...one.takesDown])]);
  const hunted = hunt.options.suite.filter((test) => !hunt.leftOut.has(test));
  const unrepeated = record.failing().filter((test) => !listed.has(test));
  return {
    record,
    ended,
    rounds: hunt.rounds,
    coverage: { pairs: covered.pairs, of: covered.of },
    flaky: inSuiteOrder(hunt, flaky),
    broken,
    unrepeated,
    bounds: huntBounds(hunt.rounds, hunted, (id) => record.trial(id).tests),
    notTried: huntNotTried(hunt, unrepeated, ended),
    isEffortSpent: hunt.arms.some((arm) => arm.rounds < arm.floor && hunt.time.isLeftOut(arm)),
    minutesLacking: minutesLacking(hunt),
    suiteMs: hunt.choices.suiteMs,
  };
}

function inSuiteOrder({ options }: Hunt, flaky: readonly FlakyFinding[]): readonly FlakyFinding[] {
  const place = new Map(options.suite.map((test, at) => [test, at]));
  return flaky.toSorted((a, b) => place.get(a.test)! - place.get(b.test)!);
}

function brokenGroups(
  never: readonly TestId[],
  follows: readonly { readonly test: TestId; readonly by: TestId }[],
  record: HuntRecord,
): HuntFinding['broken'] {
  const groups: { readonly test: TestId; readonly takesDown: TestId[] }[] = [];
  for (const test of never) {
    const first = groups.find((group) => sharesBrokenSetUp(group.test, test, record));
    if (first === undefined) groups.push({ test, takesDown: [] });
    else first.takesDown.push(test);
  }
  for (const { test, by } of follows)
    groups.find((group) => group.test === by || group.takesDown.includes(by))!.takesDown.push(test);
  return groups;
}
