import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['@unflake/source', 'node', 'import', 'module', 'default'];

/** One lane: a folder of tests, run from source, in an order shuffled by the seed that scripts/test.mjs prints. */
function lane(name: string, include: string[], extra: Record<string, unknown> = {}) {
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: { name, include, environment: 'node', testTimeout: 60_000, hookTimeout: 60_000, ...extra },
  };
}

const slow = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // One worker more than vitest would take: most lanes wait for processes that they have started.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { shuffle: true, seed: Number(process.env.UNFLAKE_TEST_SEED ?? 1) },
    projects: [
      lane('testkit', ['packages/testkit/test/**/*.test.ts', 'examples/**/*.test.ts'], slow),
      lane('unit', ['packages/unflake/test/unit/**/*.test.ts']),
      lane('contract', ['packages/unflake/test/contract/**/*.test.ts', 'packages/unflake/test/pins/**/*.test.ts']),
      lane('architecture', ['packages/unflake/test/architecture/**/*.test.ts']),
      lane('cli', ['packages/unflake/test/cli/**/*.test.ts'], slow),
      lane('parity', ['packages/unflake/test/parity/**/*.test.ts'], slow),
      lane('services', ['packages/unflake/test/services/**/*.test.ts'], slow),
      lane('runners', ['packages/unflake/test/runners/**/*.test.ts'], slow),
      // Only when asked for: the tool is built first.
      lane('nextest', ['packages/unflake/test/nextest/**/*.test.ts'], { testTimeout: 300_000, hookTimeout: 1_800_000 }),
    ],
  },
});
