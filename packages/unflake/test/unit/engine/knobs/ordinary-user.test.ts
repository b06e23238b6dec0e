import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closedToOthers } from '../../../../src/engine/knobs/ordinary-user.ts';

let place: string;
let file: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'open-')));
  chmodSync(place, 0o755);
  mkdirSync(join(place, 'inner'));
  file = join(place, 'inner', 'file');
  writeFileSync(file, '');
});
afterEach(() => rmSync(place, { recursive: true }));

test('what everybody may read stands open', () => {
  expect(closedToOthers([place, file])).toBeNull();
});

test('a closed folder above is named with the command that opens it', () => {
  chmodSync(join(place, 'inner'), 0o700);
  expect(closedToOthers([file])).toEqual({
    why: `an ordinary user cannot reach ${file}`,
    enable: `chmod o+x ${join(place, 'inner')}`,
  });
  expect(closedToOthers([join(place, 'inner')])?.enable).toBe(`chmod -R o+rX ${join(place, 'inner')}`);
});

test('a link is followed to where it leads', () => {
  chmodSync(join(place, 'inner'), 0o700);
  symlinkSync(file, join(place, 'link'));
  expect(closedToOthers([join(place, 'link')])?.why).toContain(file);
});
