import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Trial } from '../../../../src/contract/trial.ts';
import { trialKey } from '../../../../src/engine/drive/trial-key.ts';
import { ids, trialOf } from '../sample-trial.ts';

test('equal trials have equal keys, whatever order their conditions were written in', () => {
  const one = trialOf({ conditions: { tz: 'UTC', cpu: '0.5' } });
  const two = trialOf({ tests: ids('one'), watch: ids('one'), conditions: { cpu: '0.5', tz: 'UTC' } });
  expect(trialKey(one)).toBe(trialKey(two));
});

test('a change of any field changes the key', () => {
  const changes: Partial<Trial>[] = [
    { tests: ids('one', 'two'), watch: ids('one') },
    { repeat: 2 },
    { conditions: { tz: 'UTC' } },
    { seed: 2 },
    { watch: 'all' },
    { watch: ids('all') },
    { exclusive: true },
    { timeBoxMs: 1 },
    { hang: { target: ids('one')[0]!, targetMs: 1, othersMs: 2 } },
    { mode: 'plain' },
  ];
  const keys = [{}, ...changes].map((change) => trialKey(trialOf(change)));
  expect(new Set(keys).size).toBe(changes.length + 1);
});

test('names are never run together', () => {
  const names = fc.array(fc.string(), { maxLength: 4 });
  fc.assert(
    fc.property(names, names, (left, right) => {
      const same = JSON.stringify(left) === JSON.stringify(right);
      const key = (tests: string[]) => trialKey(trialOf({ tests: ids(...tests), watch: 'all' }));
      expect(key(left) === key(right)).toBe(same);
    }),
  );
});
