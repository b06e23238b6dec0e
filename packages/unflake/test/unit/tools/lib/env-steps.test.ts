import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stepsByConfig, stepsByName } from '../../../../src/tools/lib/env/find-steps.ts';

let suite: string;
beforeEach(() => {
  suite = mkdtempSync(join(tmpdir(), 'unflake-steps-'));
});
afterEach(() => rmSync(suite, { recursive: true }));

const write = (name: string, text = '', mode = 0o644) => writeFileSync(join(suite, name), text, { mode });
const setup = (call: string) => `load helpers\nsetup_file() {\n  ${call}\n}\n@test "it" { true; }\n`;

test('file names decide what is a step; a file that cannot be run is not one', async () => {
  write('foundation.sh', '#!/bin/sh\n# inputs: ../src Makefile\n', 0o755);
  write('00-a.bats', setup('setup_sequential_test "00-a"'));
  write('01-b.py');
  write('test-c.bats', setup("setup_independent_test test-c 'see' 00-a"));
  for (const name of ['helpers.bash', 'test-data.json', 'README.md', '1-x.bats', 'test-d.md']) write(name);
  const steps = await stepsByName(suite);
  expect(
    steps.map(({ name, environment, after, inputs, work }) => [name, environment, after, inputs, work.kind]),
  ).toEqual([
    ['00-a', 'sequential', [], [], 'bats'],
    ['01-b', 'sequential', ['00-a'], [], 'test-file'],
    ['foundation', 'foundation', [], ['foundation.sh', '../src', 'Makefile'], 'command'],
    ['test-c', 'see', ['00-a'], [], 'bats'],
  ]);
});

test('a BATS file that does not use the library is marked by us, and requires the step before it', async () => {
  write('00-a.bats', '@test "it" { true; }\n');
  write('01-b.bats', '# setup_sequential_test "01-b" "never"\n@test "it" { echo setup_sequential_test; }\n');
  const [, second] = await stepsByName(suite);
  expect(second).toMatchObject({ after: ['00-a'], work: { kind: 'bats', marksItself: false } });
});

test.each([
  ['00-a.bats', 'setup_sequential_test "$NAME"', 'is not a literal word'],
  ['00-a.bats', 'setup_sequential_test "00-b"', 'it calls itself `00-b`'],
  ['00-a.bats', 'setup_independent_test "00-a" "x"', 'it is sequential by its name'],
  ['test-a.bats', 'setup_sequential_test "test-a"', 'it is independent by its name'],
])('%s with %s is refused', async (file, call, why) => {
  write(file, setup(call));
  await expect(stepsByName(suite)).rejects.toMatchObject({
    code: 'ENV_BAD_STEP',
    message: expect.stringContaining(why),
  });
});

test('the config file lists steps in their order, whatever they are called', async () => {
  write('orders_test.py');
  const steps = await stepsByConfig(suite, [
    { name: 'foundation', run: ['make', 'DESTDIR={env}'], inputs: ['src'] },
    { name: 'schema', kind: 'sequential', run: ['./schema'] },
    { name: 'orders', kind: 'sequential', file: 'orders_test.py', runner: 'pytest' },
    { name: 'report', kind: 'independent', run: ['./report'], after: ['orders'] },
  ]);
  expect(steps.map(({ name, kind, after, environment }) => [name, kind, after, environment])).toEqual([
    ['foundation', 'foundation', [], 'foundation'],
    ['schema', 'sequential', [], 'sequential'],
    ['orders', 'sequential', ['schema'], 'sequential'],
    ['report', 'independent', ['orders'], 'report'],
  ]);
  await expect(stepsByConfig(suite, [{ name: 'schema', run: ['x'] }])).rejects.toMatchObject({ code: 'ENV_BAD_STEP' });
  await expect(stepsByConfig(suite, [{ name: '00-a' }])).rejects.toMatchObject({ code: 'ENV_BAD_STEP' });
});
