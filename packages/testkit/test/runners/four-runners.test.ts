/** One body, four arms: the contract of the testkit under vitest, jest, mocha and node:test, each run for real. */
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { type BuiltTestkit, builtTestkit } from '../built-testkit.ts';
import { run } from '../run.ts';
import { ARMS, type Arm, type Outcomes } from './arms.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const ALWAYS: Outcomes = {
  'a clock moves when told to': 'passed',
  'the globals follow a clock and come back': 'passed',
  'a seed gives the published values': 'passed',
  'a seeded body gets its dice': 'passed',
  'a failing seeded body shows its seed': 'failed',
  'a network loses by the seed': 'passed',
  'waiting ends when the condition holds, and says what it saw when it does not': 'passed',
  'names and ports are not given twice': 'passed',
  'schedules find a race': 'passed',
  'patterns, normalisers and manifests hold': 'passed',
  'a repository is made from a fixture': 'passed',
  'quarantined and passing': 'passed',
  'quarantined for too long': 'failed',
};

function expected(ci: 'true' | 'false', { callbacks, skips }: Arm): Outcomes {
  const forgiven = ci === 'true' ? 'passed' : 'failed';
  return {
    ...ALWAYS,
    'disabled in CI': ci === 'true' ? 'skipped' : 'passed',
    'quarantined and failing': forgiven,
    'quarantined and rejecting': forgiven,
    ...(skips && { 'quarantined and skipping itself': 'skipped' }),
    ...(callbacks && { 'quarantined with a callback': 'passed', 'quarantined with a failing callback': forgiven }),
  };
}

let built: BuiltTestkit;
let tools: string;
beforeAll(async () => {
  tools = await npmTools({ jest: '30.5.2', mocha: '12.0.3' });
  built = await builtTestkit();
  const fixture = join(built.project, 'tests/fixtures/min-repo/src');
  await mkdir(fixture, { recursive: true });
  await writeFile(join(fixture, 'alpha.js'), '');
  await writeFile(join(fixture, '../README.md'), '');
  await writeFile(join(built.project, 'package.json'), '{ "type": "module", "jest": { "transform": {} } }');
  await symlink(join(ROOT, 'node_modules/vitest'), join(built.project, 'node_modules/vitest'));
  await cp(new URL('contract-body.mjs', import.meta.url), join(built.project, 'contract-body.mjs'));
  for (const { file, importTest, callbacks, skips } of ARMS) {
    const options = `{ callbacks: ${JSON.stringify(callbacks)}, skips: ${skips} }`;
    const program = [importTest, "import { contract } from './contract-body.mjs';", `contract(test, ${options});`, ''];
    await writeFile(join(built.project, file), program.join('\n'));
  }
});
afterAll(() => built.remove());

// The runners share a project at the same time, so they are one run, and get names apart from each other.
describe.concurrent.each(ARMS)('under $name', (arm) => {
  test.each(['true', 'false'] as const)('with CI=%s every test ends as the contract says', async (ci) => {
    const report = join(built.project, `${arm.name}-${ci}.report`);
    const env = {
      ...arm.environment,
      CI: ci,
      // Runners leave caches behind; here they go when the project goes.
      TMPDIR: built.project,
      UNFLAKE_RUN: join(built.project, 'run'),
      NODE_TEST_CONTEXT: undefined,
      VITEST: undefined,
    };
    const { output } = await run(process.execPath, arm.command({ root: ROOT, tools, report }), {
      cwd: built.project,
      env,
    });
    const text = await readFile(report, 'utf8').catch(() => '');
    expect(text, `no report from ${arm.name}:\n${output}`).not.toBe('');
    expect(arm.outcomes(text), output).toEqual(expected(ci, arm));
    expect(output + text).toContain('seed: 77 (run again with UNFLAKE_SEED=77)');
    if (ci === 'true') expect(output + text).toContain('disabled by CI=true: disabled in CI: only at a desk');
    if (ci === 'true') expect(output + text).toContain('quarantined and failing failed: boom');
  });
});
