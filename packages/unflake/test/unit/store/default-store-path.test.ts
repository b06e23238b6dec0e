import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultStorePath } from '../../../src/store/default-store-path.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'store-path-')));
  mkdirSync(join(folder, 'my shop'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('is in the state folder of the user, named after the project', () => {
  const path = defaultStorePath(join(folder, 'my shop'), { HOME: '/home/me' });
  expect(path).toMatch(/^\/home\/me\/\.local\/state\/unflake\/my_shop-[0-9a-f]{12}\/store\.db$/);
  expect(defaultStorePath(join(folder, 'my shop'), { HOME: '/home/me', XDG_STATE_HOME: '/state' })).toMatch(
    /^\/state\/unflake\/my_shop-/,
  );
  expect(defaultStorePath(join(folder, 'my shop'), { HOME: '/home/me', XDG_STATE_HOME: 'state' })).toBe(path);
});

test('is the same for every path to the project, and different for another project', () => {
  symlinkSync(join(folder, 'my shop'), join(folder, 'link'));
  mkdirSync(join(folder, 'other', 'my shop'), { recursive: true });
  const env = { HOME: '/home/me' };
  expect(defaultStorePath(join(folder, 'link'), env)).toBe(defaultStorePath(join(folder, 'my shop'), env));
  expect(defaultStorePath(join(folder, 'other', 'my shop'), env)).not.toBe(
    defaultStorePath(join(folder, 'my shop'), env),
  );
});
