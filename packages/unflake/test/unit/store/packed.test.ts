import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OUTCOMES } from '../../../src/contract/outcome.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { pack, unpack } from '../../../src/store/packed.ts';
import { packObservation, unpackObservation } from '../../../src/store/packed-observations.ts';
import { indexSuite } from '../../../src/store/selection.ts';

test('short values are kept as text, long ones compressed, and both come back', () => {
  const long = { text: 'line of output\n'.repeat(1_000) };
  expect(pack({ a: 1 })).toBe('{"a":1}');
  const packed = pack(long) as Uint8Array;
  expect(packed.length).toBeLessThan(1_000);
  expect(unpack(packed)).toEqual(long);
  expect(unpack(pack('ü'.repeat(2_000)))).toBe('ü'.repeat(2_000));
});

test('an observation comes back with exactly the fields it had', () => {
  const suite = indexSuite(['a', 'b'].map(testId));
  const observation = fc.record(
    {
      test: fc.constantFrom('a', 'b', 'c').map(testId),
      run: fc.nat(3),
      outcome: fc.constantFrom(...OUTCOMES),
      ms: fc.option(fc.nat()),
      phases: fc.record({ setup: fc.nat(), call: fc.nat(), teardown: fc.nat() }, { noNullPrototype: true }),
      fingerprint: fc.string(),
      message: fc.string(),
    },
    { requiredKeys: ['test', 'run', 'outcome', 'ms'], noNullPrototype: true },
  );
  fc.assert(
    fc.property(observation, (original) => {
      expect(unpackObservation(JSON.parse(JSON.stringify(packObservation(original, suite))), suite)).toEqual(original);
    }),
  );
});
