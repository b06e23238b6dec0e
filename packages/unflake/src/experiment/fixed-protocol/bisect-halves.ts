/**
 * The bisection of the fixed protocol: three runs per half, and five to confirm. A failing first half is followed without running the
 * second, as the protocol does; if neither half fails, the protocol has no next step, and none is invented.
 */
import type { FixedBisection, FixedBisectionStep } from '../../contract/fixed-protocol-finding.ts';
import { ask, type Plan } from '../plan.ts';
import type { FixedProtocolOptions } from './fixed-protocol-options.ts';
import { markedRuns } from './marked-runs.ts';

const RUNS_PER_HALF = 3;
const RUNS_TO_CONFIRM = 5;

interface Range {
  readonly from: number;
  readonly to: number;
}

export function* bisectHalves(options: FixedProtocolOptions): Plan<FixedBisection> {
  const steps: FixedBisectionStep[] = [];
  const testsBefore = options.before.length;
  let range: Range = { from: 0, to: testsBefore - 1 };
  const lost = { testsBefore, steps, interferer: null, confirmed: false };
  if (testsBefore === 0) return lost;
  let step = 1;
  while (range.from < range.to) {
    const middle = range.from + Math.ceil((range.to - range.from + 1) / 2) - 1;
    const halves = [
      { from: range.from, to: middle },
      { from: middle + 1, to: range.to },
    ];
    const found = yield* failingHalf(options, halves, step, steps);
    if (found === null) return lost;
    range = found;
    step += 1;
  }
  const runs = yield* runRange(options, range, RUNS_TO_CONFIRM);
  const confirmed = runs.failed > 0;
  steps.push({ step, ...range, ...runs, verdict: confirmed ? 'confirmed' : 'not-confirmed' });
  return { testsBefore, steps, interferer: options.before[range.from]!, confirmed };
}

function* failingHalf(
  options: FixedProtocolOptions,
  halves: readonly Range[],
  step: number,
  steps: FixedBisectionStep[],
): Plan<Range | null> {
  for (const half of halves) {
    const runs = yield* runRange(options, half, RUNS_PER_HALF);
    steps.push({ step, ...half, ...runs, verdict: runs.failed > 0 ? 'here' : 'not-here' });
    if (runs.failed > 0) return half;
  }
  return null;
}

function* runRange({ target, before, subset }: FixedProtocolOptions, { from, to }: Range, times: number) {
  const tests = before.slice(from, to + 1);
  const results = yield* ask({
    phase: 'bisect',
    doing: `running tests[${from}:${to}] and the target ${times} times`,
    why: 'the bisection of the fixed protocol',
    trials: Array.from({ length: times }, () => subset(tests)),
  });
  return markedRuns(results, target);
}
