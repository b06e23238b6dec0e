import { expect, test } from 'vitest';
import type { Wanted } from '../../../../../src/queue/work.ts';
import type { Code } from '../../../../../src/tools/lib/workers/code-here.ts';
import { whyNotCode, whyNotPlatform, whyNotToolchain } from '../../../../../src/tools/lib/workers/why-not.ts';

const CODE: Code = { repository: 'a'.repeat(40), inside: '', commit: 'c'.repeat(40), changes: null };
const WANTED: Wanted = { ...CODE, platform: 'linux-x64', runner: 'pytest', toolchain: 'pytest 9.0 on Python 3.12.1' };

test('the same code, platform and toolchain is taken', () => {
  expect(whyNotCode(WANTED, CODE)).toBeNull();
  expect(whyNotPlatform(WANTED, 'linux-x64')).toBeNull();
  expect(whyNotToolchain(WANTED, WANTED)).toBeNull();
  // Of a shallow clone nobody knows the first commit; the commit says enough.
  expect(whyNotCode(WANTED, { ...CODE, repository: null })).toBeNull();
});

test.each<[Partial<Wanted>, Partial<Code>, string]>([
  [{}, { commit: 'd'.repeat(40), repository: 'b'.repeat(40) }, 'it belongs to another repository'],
  [{}, { commit: 'd'.repeat(40) }, 'it needs commit cccccccccc, the worker serves dddddddddd'],
  [{}, { commit: 'd'.repeat(40), repository: null }, 'it needs commit cccccccccc, the worker serves dddddddddd'],
  [{}, { commit: null }, 'it needs commit cccccccccc, the worker serves a folder without version control'],
  [
    { inside: 'packages/shop' },
    {},
    'the project is in packages/shop of the repository, the worker serves the top folder',
  ],
  [{}, { changes: 'x' }, 'the checkout of the worker has changes that are not committed'],
  [{ changes: 'x' }, {}, 'the work needs changes that are not committed'],
  [{ changes: 'x' }, { changes: 'y' }, 'the checkout of the worker has other changes that are not committed'],
  [
    { commit: null, changes: 'x' },
    { commit: null, changes: 'y' },
    'the files of the project differ, and it is not under version control',
  ],
])('other code is refused: %j, here %j', (wanted, here, why) => {
  expect(whyNotCode({ ...WANTED, ...wanted }, { ...CODE, ...here })).toBe(why);
});

test('another platform, runner or version is refused with both named', () => {
  expect(whyNotPlatform(WANTED, 'linux-arm64')).toBe('it needs linux-x64, the worker is linux-arm64');
  expect(whyNotToolchain(WANTED, { ...WANTED, runner: 'unittest' })).toBe(
    'it needs the runner pytest, the worker finds unittest',
  );
  expect(whyNotToolchain(WANTED, { ...WANTED, toolchain: 'pytest 9.0 on Python 3.13.0' })).toBe(
    'it needs pytest 9.0 on Python 3.12.1, the worker has pytest 9.0 on Python 3.13.0',
  );
});
