import { expect, test } from 'vitest';
import { UnflakeError } from '../../../../src/contract/faults.ts';
import { closing } from '../../../../src/tools/lib/closing.ts';
import { firstError } from '../../../../src/tools/lib/envelope.ts';

const fault = new UnflakeError('DISK_FULL', 'no space is left for the store');

async function thrownBy(first: unknown, whenClosing: unknown): Promise<unknown> {
  const failing = closing({
    close() {
      throw whenClosing;
    },
  });
  try {
    await using _outer = failing;
    await using _inner = failing;
    throw first;
  } catch (error) {
    return firstError(error);
  }
}

test('of an error and those of closing things after it, the first is reported', async () => {
  expect(await thrownBy(fault, new Error('closing fails as well'))).toBe(fault);
  const bug = new Error('a bug');
  expect(await thrownBy(bug, fault)).toBe(bug);
});

test('a full disk is a fault wherever a file is written', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', path: '/tmp/trial' });
  expect(firstError(error)).toMatchObject({ code: 'DISK_FULL', details: { path: '/tmp/trial' }, cause: error });
});

test('every other error stays what it is', () => {
  const error = Object.assign(new Error('EIO'), { code: 'EIO' });
  expect(firstError(error)).toBe(error);
  expect(firstError('text')).toBe('text');
});
