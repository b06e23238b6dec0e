import { expect, test } from 'vitest';
import { retryDownload } from '../../../../../scripts/toolchains/retry-download.mjs';

/** A registry that refuses this many times. */
function registry(refusals: number) {
  const said: string[] = [];
  const pauses: number[] = [];
  let asked = 0;
  const fetched = retryDownload(
    'npm install',
    async () => {
      asked += 1;
      if (asked <= refusals)
        throw new Error(`npm install ended with 1:\nnpm warn old\nnpm error code ECONNRESET ${asked}\n`);
      return asked;
    },
    { pause: async (ms) => pauses.push(ms), say: (line) => said.push(line) },
  );
  return { fetched, said, pauses };
}

test('a download that succeeds is made once, and nothing is said', async () => {
  const { fetched, said } = registry(0);
  expect([await fetched, said]).toEqual([1, []]);
});

test('one that fails is made again after a pause, and the line that names the cause is said', async () => {
  const { fetched, said, pauses } = registry(2);
  expect(await fetched).toBe(3);
  expect(pauses).toEqual([2_000, 10_000]);
  expect(said).toEqual([
    'npm install failed and is tried again in 2 s: npm error code ECONNRESET 1',
    'npm install failed and is tried again in 10 s: npm error code ECONNRESET 2',
  ]);
});

test('after the fourth attempt everything that it said is thrown', async () => {
  const { fetched, said } = registry(9);
  await expect(fetched).rejects.toThrow(/^npm install failed 4 times; the last time:\n[\s\S]*ECONNRESET 4/);
  expect(said).toHaveLength(3);
});
