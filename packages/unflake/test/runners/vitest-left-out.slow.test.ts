/** What Vitest has in a suite and does not run in a worker is left out, and said; the rest is listed and run. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { vitest } from '../../src/runners/vitest.ts';
import { openProject } from '../contract/runner-arm.ts';
import { told, writeFiles } from './small-project.ts';

const FILES = {
  'src/a.test.js': "import { test } from 'vitest';\ntest('adds', () => {});\n",
  'src/a.test-d.ts': "import { test } from 'vitest';\ntest('has a type', () => {});\n",
  'web/b.test.js': "import { test } from 'vitest';\ntest('clicks', () => {});\n",
};

async function listed(version: string, config: string) {
  const tools = await npmTools({ vitest: version });
  const project = await openProject(vitest, async (folder) => {
    await writeFiles(folder, { ...FILES, 'vitest.config.mjs': `export default ${config};` });
    await symlink(join(tools, 'node_modules'), join(folder, 'node_modules'));
    return { program: [process.execPath, join(folder, 'node_modules/vitest/vitest.mjs')] as const, suite: [] };
  });
  try {
    const listing = await project.list();
    return { ...listing, ran: told(await project.run(listing.tests)) };
  } finally {
    await project.close();
  }
}

describe('vitest', () => {
  test.each(['4.1.11', '3.2.7', '1.3.1'])('%s leaves type checks out', async (version) => {
    const all = await listed(version, "{ test: { dir: 'src', typecheck: { enabled: true, checker: 'false' } } }");
    expect(all).toMatchObject({ tests: ['src/a.test.js > adds'], ran: ['passed adds'] });
    expect(all.problems.join()).toContain('type checks');
  });

  test('leaves type checks of one project, and projects in a browser, out', async () => {
    const projects = [
      "{ test: { name: 'types', dir: 'src', typecheck: { enabled: true } } }",
      "{ test: { name: 'browser', dir: 'web', browser: { enabled: true, provider: 'webdriverio', instances: [{ browser: 'chrome' }] } } }",
    ];
    const all = await listed('3.2.7', `{ test: { projects: [${projects.join(', ')}] } }`);
    expect(all).toMatchObject({ tests: ['src/a.test.js > adds'], ran: ['passed adds'] });
    expect(all.problems.join()).toMatch(/browser.*type checks/s);
  });
});
