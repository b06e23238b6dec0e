/** Blocks, hooks, whole files and workers under Vitest. */
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { vitest } from '../../src/runners/vitest.ts';
import { javascriptTraits } from './javascript-traits.ts';

for (const version of ['4.1.11', '3.2.7']) {
  javascriptTraits({
    name: `vitest ${version}`,
    adapter: vitest,
    tools: () => npmTools({ vitest: version }),
    script: 'vitest/vitest.mjs',
    snapshot: '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`kept 1`] = `"value"`;\n',
    files: {
      'vitest.config.mjs': 'export default { test: { globals: true } };',
      'other-runner.mjs': 'export default class {}',
      'own-runner.config.mjs': "export default { test: { runner: './other-runner.mjs' } };",
    },
    refused: [
      [['--typecheck.enabled'], 'type checks'],
      [['--config=own-runner.config.mjs'], 'other-runner'],
    ],
  });
}
