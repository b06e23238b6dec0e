import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeFiles } from '../../../src/cli/write-files.ts';

const place = mkdtempSync(join(tmpdir(), 'unflake-write-'));
afterAll(() => rmSync(place, { recursive: true }));

test('a relative path starts at the current folder', async () => {
  await writeFiles([{ path: 'report.md', text: 'x' }], place);
  expect(readFileSync(join(place, 'report.md'), 'utf8')).toBe('x');
});

test('a place that cannot be written is a fault that names it', async () => {
  await expect(writeFiles([{ path: 'no/such/folder.md', text: 'x' }], place)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'cannot write no/such/folder.md (ENOENT); expected a folder that exists',
  });
  await expect(writeFiles([{ path: '.', text: 'x' }], place)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('a full disk is its own fault', async () => {
  await expect(writeFiles([{ path: '/dev/full', text: 'x' }], place)).rejects.toMatchObject({ code: 'DISK_FULL' });
});
