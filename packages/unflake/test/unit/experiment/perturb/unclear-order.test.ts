import { expect, test } from 'vitest';
import type { Kind } from '../../../../src/contract/cause.ts';
import type { FactorProof } from '../../../../src/contract/perturb-finding.ts';
import type { StaticSource } from '../../../../src/contract/static-source.ts';
import { knobsHere } from '../../../../src/engine/knobs/knob-choices.ts';
import { withUnclearOrder } from '../../../../src/experiment/perturb/unclear-order.ts';
import { NO_TALLY } from '../../../../src/experiment/tally.ts';
import { ABLE } from '../../knobs/sample-machine.ts';

const PROOF: FactorProof = {
  kind: 'seed',
  factors: [{ knob: 'hashSeed', setting: '2' }],
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  failing: { hashSeed: '2' },
  passing: { hashSeed: '0' },
  with: NO_TALLY,
  without: NO_TALLY,
  pinned: NO_TALLY,
  control: null,
  levels: null,
  doubt: null,
};
const told = (runner: string, ...kinds: readonly Kind[]) => {
  const sources = kinds.map(
    (kind): StaticSource => ({
      rule: 'rust/some-rule',
      cause: { family: 'nondeterminism', kind },
      severity: 'warning',
      message: 'some message',
      file: 'src/lib.rs',
      line: 1,
    }),
  );
  const { cause, doubt } = withUnclearOrder(PROOF, knobsHere({ ...ABLE, runner }).knobs, sources);
  return doubt === null ? cause.kind : 'in doubt';
};

test.each([
  [['iteration-order'], 'iteration-order'],
  [['randomness'], 'randomness'],
  [['randomness', 'iteration-order'], 'iteration-order'],
  [[], 'in doubt'],
  [['time-zone'], 'in doubt'],
] as const)('Rust, where the code shows %j: %s', (kinds, answer) => {
  expect(told('cargo-test', ...kinds)).toBe(answer);
});

test('the seed of Python decides orders alone', () => {
  expect(told('pytest')).toBe('iteration-order');
});
