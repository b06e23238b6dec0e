/** Which of Jest's test runners are accepted, and the message about the others. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFiles } from '../../runners/small-project.ts';

const { whyNotTestRunner } = createRequire(import.meta.url)('../../../probes/jest/test-runner.cjs') as {
  whyNotTestRunner: (configs: readonly { testRunner: string }[]) => string | undefined;
};

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'unflake-jest-'));
  await writeFiles(home, {
    'old/jest-circus/package.json': '{ "version": "25.5.4" }',
    'new/jest-circus/package.json': '{ "version": "26.0.0" }',
    'old/jest-jasmine2/package.json': '{ "version": "24.9.0" }',
  });
});
afterAll(() => rm(home, { recursive: true, force: true }));

const refusalOf = (...paths: string[]) => whyNotTestRunner(paths.map((path) => ({ testRunner: join(home, path) })));

test.each(['new/jest-circus/build/runner.js', 'old/jest-jasmine2/build/index.js'])('%s is accepted', (path) => {
  expect(refusalOf(path, path)).toBeUndefined();
});

test.each([
  [['old/jest-circus/runner.js'], /testRunner is jest-circus 25\.5\.4; jest-circus 26 to 30 and jest-jasmine2 24\.7/],
  [['own/runner.js'], /testRunner is \S+own\/runner\.js; jest-circus and jest-jasmine2 are accepted/],
  [['new/jest-circus/runner.js', 'old/jest-jasmine2/build/index.js'], /have several test runners/],
])('%j is refused in one sentence that names the generic command', (paths, reason) => {
  const refusal = refusalOf(...paths);
  expect(refusal).toMatch(/^not supported: [^\n]+--runner command -- <command>$/);
  expect(refusal).toMatch(reason);
});
