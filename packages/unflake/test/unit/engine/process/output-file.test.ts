import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOutputFile } from '../../../../src/engine/process/output-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'output-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes each chunk and lets the supervisor look in between. */
function caught(chunks: readonly string[], limit: number): string {
  const output = openOutputFile(folder, limit);
  try {
    for (const chunk of chunks) {
      writeSync(output.fd, chunk);
      output.trim();
    }
    return output.finish();
  } finally {
    output.close();
  }
}

test('output within the limit is kept whole', () => {
  expect(caught(['hello ', 'wörld\n'], 100)).toBe('hello wörld\n');
  expect(caught([], 100)).toBe('');
});

test('the file has no name, so nothing is left on the disk', () => {
  const output = openOutputFile(folder, 100);
  expect(readdirSync(folder)).toEqual([]);
  output.close();
});

test('of too much output the beginning and the end are kept, and a line says how much was left out', () => {
  expect(caught(['abcdefghijklmnopqrstuvwxyz'], 10)).toBe('abcde\n… 16 bytes left out …\nvwxyz');
});

test('a character is never cut in two', () => {
  const text = caught(['üüüüüüüüüüüüüüüü'], 10);
  expect(text).not.toContain('\uFFFD');
  expect(text).toMatch(/^ü+\n… \d+ bytes left out …\nü+$/);
});

test('a flood is cut back while it is written, and what is left out is still counted right', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(numbers, (sizes) => {
      const whole = sizes.map((size, at) => String.fromCharCode(97 + at).repeat(size));
      const all = whole.join('');
      const text = caught(whole, 16);
      if (all.length <= 16) {
        expect(text).toBe(all);
        return;
      }
      const [head, line, tail] = text.split('\n');
      expect(all.startsWith(head!)).toBe(true);
      expect(all.endsWith(tail!)).toBe(true);
      expect(line).toBe(`… ${all.length - head!.length - tail!.length} bytes left out …`);
      expect(head!.length + tail!.length).toBeGreaterThanOrEqual(8);
    }),
  );
});

test('two writers that share the stream both get through', () => {
  const output = openOutputFile(folder, 100);
  writeSync(output.fd, 'one ');
  appendFileSync(`/proc/self/fd/${output.fd}`, 'two');
  expect(output.finish()).toBe('one two');
  output.close();
});
