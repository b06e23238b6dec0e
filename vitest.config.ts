import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/test/longest-first.mjs';

// Vite adds `import` and `default` itself. Named here they would reach what CommonJS packages require.
const conditions = ['@unflake/source', 'node'];

/** `npm test -- --slow` asks what each file costs. */
const setupFiles = process.env.UNFLAKE_TEST_COSTS === undefined ? [] : ['./scripts/test/file-cost.mjs'];

/**
 * Only a test that hangs may reach it. A machine with two cores on which twenty processes want to run is ten times as slow as an idle one, and
 * some hooks start a database or a browser.
 */
const HANGS_MS = 900_000;

/** One lane: a folder of tests, run from source, in an order shuffled by the seed that scripts/test.mjs prints. */
function lane(name: string, include: string[], extra: Record<string, unknown> = {}) {
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include,
      exclude: [...configDefaults.exclude, SLOW],
      environment: 'node',
      testTimeout: HANGS_MS,
      hookTimeout: HANGS_MS,
      setupFiles,
      ...extra,
    },
  };
}

/** Plans on fake suites over many seeds: how often they are right. Only a change of the plans can change that. */
const SIMULATIONS = 'packages/unflake/test/**/*.statistics.test.ts';

/** Other versions of runners, and details of those that take long to start, which only a change of what starts tests can change; see CONTRIBUTING.md. */
const SLOW = 'packages/unflake/test/**/*.slow.test.ts';

/** Maven and Gradle live for seconds here: what Java spends on code that will run for hours, or is not trusted, is half of what they cost. */
const JAVA_FLAGS =
  '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote';
const SHORT_LIVED_JAVA = { JAVA_OPTS: JAVA_FLAGS, MAVEN_OPTS: JAVA_FLAGS };

export default defineConfig({
  test: {
    // One worker more than vitest would take: most lanes wait for processes that they have started.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: {
      shuffle: true,
      seed: Number(process.env.UNFLAKE_TEST_SEED ?? 1),
      ...(process.env.UNFLAKE_TEST_ORDER === 'longest-first' ? { sequencer: LongestFirst } : {}),
    },
    projects: [
      // To start a worker costs more than most files of these two. Their order is shuffled, so that what one leaves to another shows.
      lane('testkit', ['packages/testkit/test/**/*.test.ts', 'examples/**/*.test.ts'], { isolate: false }),
      lane('unit', ['packages/unflake/test/unit/**/*.test.ts', 'packages/dashboard/test/**/*.test.ts'], {
        isolate: false,
        exclude: [SIMULATIONS],
      }),
      lane('statistics', [SIMULATIONS], { isolate: false }),
      lane('contract', ['packages/unflake/test/contract/**/*.test.ts', 'packages/unflake/test/pins/**/*.test.ts']),
      lane('architecture', ['packages/unflake/test/architecture/**/*.test.ts']),
      lane('cli', ['packages/unflake/test/cli/**/*.test.ts']),
      lane('parity', ['packages/unflake/test/parity/**/*.test.ts']),
      lane('services', ['packages/unflake/test/services/**/*.test.ts']),
      // One browser for all its files costs less than one for each.
      lane('browser', ['packages/unflake/test/browser/**/*.test.ts'], { fileParallelism: false }),
      lane('runners', ['packages/unflake/test/runners/**/*.test.ts'], { env: SHORT_LIVED_JAVA }),
      lane('slow', [SLOW], { exclude: configDefaults.exclude, env: SHORT_LIVED_JAVA }),
      // Only when asked for: the tool is built first.
      lane('nextest', ['packages/unflake/test/nextest/**/*.test.ts'], { hookTimeout: 1_800_000 }),
    ],
  },
});
