/** Blocks, hooks, whole files and workers under Jest. */
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { jest } from '../../src/runners/jest.ts';
import { javascriptTraits } from './javascript-traits.ts';

const HEADERS = {
  '30.5.2': '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing',
  '29.7.0': '// Jest Snapshot v1, https://goo.gl/fbAQLP',
};

for (const [version, header] of Object.entries(HEADERS)) {
  javascriptTraits({
    name: `jest ${version}`,
    adapter: jest,
    tools: () => npmTools({ jest: version }),
    script: 'jest/bin/jest.js',
    snapshot: `${header}\n\nexports[\`kept 1\`] = \`"value"\`;\n`,
    files: {
      'other-runner.js': 'module.exports = async () => {};',
      'own-runner.json': '{ "testRunner": "./other-runner.js" }',
      'many-projects.json': '{ "projects": [{ "displayName": "left" }, { "displayName": "right" }] }',
    },
    refused: [
      [['--config=own-runner.json'], 'other-runner'],
      [['--config', 'many-projects.json'], 'left, right'],
    ],
  });
}
