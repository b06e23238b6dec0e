import { expect, test } from 'vitest';
import { changeOf } from '../../src/clock/word-change.ts';

test.each(['with Atomics.waitAsync', 'without it'])('resolves when the word changes, %s', async (how) => {
  const real = Reflect.get(Atomics, 'waitAsync') as unknown;
  if (how === 'without it') Reflect.set(Atomics, 'waitAsync', undefined);
  try {
    const words = new Int32Array(new SharedArrayBuffer(8));
    let changed = false;
    const change = changeOf(words, 1, 0).then(() => {
      changed = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(changed).toBe(false);
    Atomics.store(words, 1, 5);
    Atomics.notify(words, 1);
    await change;
    await changeOf(words, 1, 0);
  } finally {
    Reflect.set(Atomics, 'waitAsync', real);
  }
});
