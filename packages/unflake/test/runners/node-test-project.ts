/** A node:test project of one file and whatever else a test needs. */
import { nodeTest } from '../../src/runners/node-test.ts';
import { type SmallProject, withProject } from './small-project.ts';

export const project = (text: string, more: Readonly<Record<string, string>> = {}): SmallProject => ({
  adapter: nodeTest,
  program: [process.execPath],
  files: {
    'a.test.mjs': `import assert from 'node:assert'; import test, { after, afterEach, before, beforeEach, describe, it } from 'node:test';\n${text}`,
    ...more,
  },
});

export const runAll = (small: SmallProject) => withProject(small, ({ suite, run }) => run(suite));
