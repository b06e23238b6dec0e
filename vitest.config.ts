import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Vite adds `import` and `default` itself. Named here they would reach what CommonJS packages require.
const conditions = ['@unflake/source', 'node'];

/** `npm test -- --slow` asks what each file costs. */
const setupFiles = process.env.UNFLAKE_TEST_COSTS === undefined ? [] : ['./scripts/test/file-cost.mjs'];

/** One lane: a folder of tests, run from source, in an order shuffled by the seed that scripts/test.mjs prints. */
function lane(name: string, include: string[], extra: Record<string, unknown> = {}) {
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: { name, include, environment: 'node', testTimeout: 60_000, hookTimeout: 60_000, setupFiles, ...extra },
  };
}

/** Only a test that hangs may reach it: a busy machine with few cores is five times as slow as an idle one. */
const slow = { testTimeout: 900_000, hookTimeout: 900_000 };

/** Plans on fake suites over many seeds: how often they are right. Only a change of the plans can change that. */
const SIMULATIONS = 'packages/unflake/test/**/*.statistics.test.ts';

/** Maven and Gradle live for seconds here: what Java spends on code that will run for hours, or is not trusted, is half of what they cost. */
const JAVA_FLAGS =
  '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote';
const SHORT_LIVED_JAVA = { JAVA_OPTS: JAVA_FLAGS, MAVEN_OPTS: JAVA_FLAGS };

export default defineConfig({
  test: {
    // One worker more than vitest would take: most lanes wait for processes that they have started.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { shuffle: true, seed: Number(process.env.UNFLAKE_TEST_SEED ?? 1) },
    projects: [
      // To start a worker costs more than most files of these two. Their order is shuffled, so that what one leaves to another shows.
      lane('testkit', ['packages/testkit/test/**/*.test.ts', 'examples/**/*.test.ts'], { ...slow, isolate: false }),
      lane('unit', ['packages/unflake/test/unit/**/*.test.ts', 'packages/dashboard/test/**/*.test.ts'], {
        isolate: false,
        exclude: [SIMULATIONS],
      }),
      lane('statistics', [SIMULATIONS], { isolate: false, testTimeout: 300_000 }),
      lane('contract', ['packages/unflake/test/contract/**/*.test.ts', 'packages/unflake/test/pins/**/*.test.ts']),
      lane('architecture', ['packages/unflake/test/architecture/**/*.test.ts']),
      lane('cli', ['packages/unflake/test/cli/**/*.test.ts'], slow),
      lane('parity', ['packages/unflake/test/parity/**/*.test.ts'], slow),
      lane('services', ['packages/unflake/test/services/**/*.test.ts'], slow),
      // One browser for all its files costs less than one for each.
      lane('browser', ['packages/unflake/test/browser/**/*.test.ts'], { ...slow, fileParallelism: false }),
      lane('runners', ['packages/unflake/test/runners/**/*.test.ts'], { ...slow, env: SHORT_LIVED_JAVA }),
      // Only when asked for: the tool is built first.
      lane('nextest', ['packages/unflake/test/nextest/**/*.test.ts'], { testTimeout: 300_000, hookTimeout: 1_800_000 }),
    ],
  },
});
