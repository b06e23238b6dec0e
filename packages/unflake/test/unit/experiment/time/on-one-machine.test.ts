import { expect, test } from 'vitest';
import type { TrialMachine, TrialResult } from '../../../../src/contract/trial.ts';
import { onOneMachine } from '../../../../src/experiment/time/on-one-machine.ts';
import { time } from '../../../../src/experiment/time/time.ts';
import { type Behaviour, drivePlan } from '../../../fake-suite.ts';
import { armsLab, FAIL, PASS, TARGET } from '../arms.ts';

const machine = (name: string): TrialMachine => ({ name, platform: 'linux-x64', cores: 2 });
const SLOW = machine('slow');
const FAST = machine('fast');

/** Runs of the target alone, each on its machine; without one: where the command is. */
function results(behaviours: readonly (Behaviour & { readonly machine?: TrialMachine })[]): readonly TrialResult[] {
  const lab = armsLab({ rates: {}, script: { alone: (n) => behaviours[n]! } });
  const ran = lab.suite.run(behaviours.map(() => lab.arm('alone').make()));
  return ran.map((result, at) => {
    const on = behaviours[at]!.machine;
    return on === undefined ? result : { ...result, machine: on };
  });
}

function durationsOf(observed: readonly TrialResult[]) {
  const lab = armsLab({ rates: {} });
  const plan = time({
    target: TARGET,
    observed,
    alone: lab.arm('alone'),
    serial: null,
    parallel: null,
    slowed: null,
    fingerprints: null,
    maxTrials: 0,
  });
  return drivePlan(plan, lab.suite.run, {}).finding.durations;
}

const passes = Array.from({ length: 12 }, (_, i) => ({ ...PASS, ms: 100 + i }));
const failures = Array.from({ length: 4 }, (_, i) => ({ ...FAIL, ms: 400 + i }));

test('runs of one machine are all compared, wherever it is', () => {
  for (const on of [{}, { machine: SLOW }]) {
    const all = results([...passes, ...failures].map((one) => ({ ...one, ...on })));
    expect(onOneMachine(all)).toBe(all);
    expect(durationsOf(all)[0]).toMatchObject({ flag: 'slower', passed: { n: 12 }, failed: { n: 4 } });
  }
});

test('failures of a slow machine are not slower than passes of a fast one', () => {
  const mixed = results([
    ...passes.map((one) => ({ ...one, machine: FAST })),
    ...failures.map((one) => ({ ...one, machine: SLOW })),
  ]);
  expect(durationsOf(mixed)[0]).toMatchObject({ flag: 'too-few', failed: null, passed: { n: 12 } });
});

test('the machine with most runs counts; that of the command is one as well', () => {
  const own = results([...passes.slice(0, 3), ...passes.slice(0, 4).map((one) => ({ ...one, machine: FAST }))]);
  expect(onOneMachine(own).map((one) => one.machine?.name)).toEqual(['fast', 'fast', 'fast', 'fast']);
  const reversed = results([...passes.slice(0, 4), ...passes.slice(0, 3).map((one) => ({ ...one, machine: FAST }))]);
  expect(onOneMachine(reversed).map((one) => one.machine)).toEqual([undefined, undefined, undefined, undefined]);
});
