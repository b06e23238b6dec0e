/** Earlier versions of tap, asked for what depends on the version. */
import { expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { tap } from '../../src/runners/tap.ts';
import { openProject } from '../contract/runner-arm.ts';
import { writeFiles } from './small-project.ts';
import { writeTapProject } from './tap-project.ts';

test.each([
  // Later versions of TypeScript do not fit it.
  ['tap 18.0.0', { tap: '18.0.0', typescript: '5.2.2' }],
  // It cannot list its files itself.
  ['tap 16.3.10', { tap: '16.3.10' }],
])('%s lists the same files, runs its script before them, and tells the same outcomes', async (_, packages) => {
  const tools = await npmTools(packages);
  const opened = await openProject(tap, (folder) => writeTapProject(folder, tools));
  try {
    await writeFiles(opened.root, {
      '.taprc': 'before: set-up.js\n',
      'set-up.js': "require('node:fs').writeFileSync(require('node:path').join(process.env.TMPDIR, 'polluted'), '');\n",
    });
    const { suite, victim, fails, exitsZero } = opened.fixture;
    expect(await opened.list()).toEqual({ tests: suite, problems: [] });
    const { observations, problems } = await opened.run([victim, fails, exitsZero], { conditions: { workers: '2' } });
    const outcomes = observations.map(({ outcome, test: id }) => `${outcome} ${id}`);
    // What the script leaves behind is seen by the first.
    expect(outcomes.toSorted()).toEqual([`crashed ${exitsZero}`, `failed ${victim}`, `failed ${fails}`].toSorted());
    expect(observations.find(({ test: id }) => id === fails)?.message).toContain('-what was expected\n+what came');
    expect(problems).toEqual([expect.stringMatching(/zero\.js: the process was ended before the test was/)]);
  } finally {
    await opened.close();
  }
});
