/** Bash that the grammar does not know is made readable without moving anything. */
import { beforeAll, expect, test } from 'vitest';
import { scanText } from '../../../src/scan/scan-text.ts';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';
import { prepared } from '../../../src/scan/syntax/prepare.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser(['bash']);
});

test('a descriptor whose number bash chooses', () => {
  const text = [
    'exec {lock}<>"$file" {log}>>"$log" || exit 1',
    '{ flock "$lock"; } {other}>&1',
    "printf '%s' a 1<>'file'",
    'exec {lock}>&-',
    'shop clear || true',
    '',
  ].join('\n');
  for (const file of ['lock.sh', 'lock.bash', 'lock.bats']) {
    const { findings, problems } = scanText(file, text, parse)!;
    expect(problems).toEqual([]);
    expect(findings.map(({ rule, line, column }) => [rule, line, column])).toEqual([
      ['shell/ignored-exit-status', 5, 1],
    ]);
  }
});

test('what only looks like one stays', () => {
  const text = 'echo "${name}>"\necho ${name}>file\necho {a,b}>file\necho "where a <> b"\n';
  expect(prepared('a.sh', text)).toBe(text);
});
