/** What the command of a gate writes is seen while it runs, not when it has ended. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { junit } from './gate/situation.ts';
import { Place } from './unflake.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
  writeFileSync(join(place.subject, 'unflake.quarantine.json'), JSON.stringify({ entries: [] }));
});
afterEach(() => place.remove());

const WITHIN_MS = { within: 120_000, every: 20 };

/** Writes more only after the test has seen what came before. */
const SCRIPT = `
  const { existsSync, writeFileSync } = require('node:fs');
  const half = Buffer.from('fünf\\n');
  process.stdout.write('first line\\n');
  process.stdout.write(half.subarray(0, 2));
  process.stderr.write('a warning\\n');
  const wait = setInterval(() => {
    if (!existsSync('seen')) return;
    clearInterval(wait);
    process.stdout.write(half.subarray(2));
    writeFileSync('r.xml', ${JSON.stringify(junit('PP'))});
  }, 20);
`;

test.each([[[]], [['--json']]])('its lines come while it runs, with %j', async (flags) => {
  const running = place.start(['quarantine', 'gate', 'r.xml', ...flags, '--', process.execPath, '-e', SCRIPT]);
  let shown = '';
  running.child.stderr!.on('data', (piece: string) => (shown += piece));
  await until(() => shown.includes('first line') && shown.includes('a warning'), WITHIN_MS);
  expect(existsSync(join(place.subject, 'r.xml'))).toBe(false);
  writeFileSync(join(place.subject, 'seen'), '');
  const { code, stdout, stderr } = await running.answer;
  expect(code, stderr).toBe(0);
  // The first byte of the letter came before the warning, the second after it.
  expect(stderr).toContain('ünf');
  expect(stderr).not.toContain('\ufffd');
  if (flags.length === 0) expect(stdout).toMatch(/^passes: 2 tests, 0 failures excused$/m);
  else expect(JSON.parse(stdout).result.command.output).toContain('fünf');
});

test('--quiet shows only the decision', async () => {
  writeFileSync(join(place.subject, 'seen'), '');
  const { code, stdout, stderr } = await place.run([
    ...['quarantine', 'gate', 'r.xml', '--quiet', '--', process.execPath, '-e', SCRIPT],
  ]);
  expect(code, stderr).toBe(0);
  expect(`${stdout}${stderr}`).not.toContain('first line');
});
