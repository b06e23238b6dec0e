/** What the tests of the diagnosis share: a suite, a diagnoseOptions about it, and the answer of the plan on a fake suite. */
import { random } from '@unflake/testkit/random';
import type { KnobChoice } from '../../../../src/contract/knob.ts';
import type { Capabilities } from '../../../../src/contract/runner.ts';
import { type TestId, testId } from '../../../../src/contract/test-id.ts';
import { knobsHere } from '../../../../src/engine/knobs/knob-choices.ts';
import { diagnosePlan } from '../../../../src/experiment/diagnose/diagnose.ts';
import type { ResolvedDiagnoseOptions } from '../../../../src/experiment/diagnose/resolved-diagnose-options.ts';
import { explain } from '../../../../src/experiment/explain/explain.ts';
import { drivePlan, type FakeWorld, fakeSuite } from '../../../fake-suite.ts';
import { ABLE } from '../../knobs/sample-machine.ts';

export const names = (count: number, file = 'a.py'): TestId[] =>
  Array.from({ length: count }, (_, n) => testId(`${file}::t${n}`));

export const PYTEST_LIKE: Capabilities = {
  select: 'test',
  order: 'any',
  process: 'suite',
  repeat: true,
  workers: false,
  parallel: false,
  seed: false,
  phases: true,
  stream: true,
};

/** Every knob that an able machine can turn for pytest. */
export const ALL_KNOBS: readonly KnobChoice[] = knobsHere({ ...ABLE, runner: 'pytest' }).knobs;
export const ONLY_CPU: readonly KnobChoice[] = ALL_KNOBS.filter(({ knob }) => knob === 'cpu');

export function diagnoseOptions(
  suite: readonly TestId[],
  target: TestId,
  seed: number,
  more: Partial<ResolvedDiagnoseOptions> = {},
): ResolvedDiagnoseOptions {
  const fixed = { cores: 2, knobs: ONLY_CPU, refused: [], jobs: 1, trials: 600, timeBoxMs: 60_000 } as const;
  return { target, suite, can: PYTEST_LIKE, random: random(seed), protocol: 'adaptive', ...fixed, ...more };
}

export function diagnosed(
  world: Omit<FakeWorld, 'target'>,
  suite: readonly TestId[],
  target: TestId,
  seed = 5,
  more: Partial<ResolvedDiagnoseOptions> = {},
) {
  const options = diagnoseOptions(suite, target, seed, more);
  const fake = fakeSuite({ ...world, target, seed });
  const { finding, results, steps } = drivePlan(diagnosePlan(options), fake.run, { budget: options.trials });
  return {
    ...explain(options, finding.findings),
    findings: finding.findings,
    trials: results.length,
    executions: fake.executions(),
    ran: fake.ran,
    seen: results,
    steps,
  };
}
