/** A Go whose library has other files than we know: what can be set is set, and what cannot is reported, never omitted silently. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { settableLibrary } from '../../../probes/go-test/standard-library.mjs';

function oldGo(): { readonly go: string; readonly folder: string; readonly time: string } {
  const folder = mkdtempSync(join(tmpdir(), 'unflake-old-go-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const time = join(folder, 'src/time/time.go');
  mkdirSync(join(folder, 'src/time'), { recursive: true });
  writeFileSync(time, 'package time\n\nfunc Now() Time {\n\treturn now()\n}\n');
  const go = join(folder, 'go');
  writeFileSync(go, `#!/bin/sh\necho '${folder}'\n`);
  chmodSync(go, 0o700);
  return { go, folder, time };
}

test('a clock that is as expected is replaced, whatever the rest looks like', () => {
  const { go, folder, time } = oldGo();
  const replaced = settableLibrary(go, folder, { UNFLAKE_CLOCK_SHIFT_MS: '1000' });
  expect(Object.keys(replaced).sort()).toEqual([time, join(folder, 'src/time/zz_unflake.go')]);
  expect(readFileSync(replaced[time]!, 'utf8')).toContain('func unflakeNow() Time {');
});

test.each(['UNFLAKE_HASH_SEED', 'UNFLAKE_RANDOM_SEED'])('%s that would do nothing is an error', (variable) => {
  const { go, folder } = oldGo();
  expect(() => settableLibrary(go, folder, { [variable]: '1' })).toThrow(`${variable} cannot be set`);
});
