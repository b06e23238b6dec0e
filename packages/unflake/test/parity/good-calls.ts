/** One good call for every tool of a service, on a subject that has something for each: a victim with its polluter, and a small layered suite. */
import type { Input } from './service-transports.ts';

/** Written beside what the fixture has. */
export const SUBJECT: Readonly<Record<string, string>> = {
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
  'basket.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';

let reduced = 0;
test('lists the tea', () => assert.ok(true));
test('shows the banner', () => {
  reduced = 10;
});
test('totals the basket', () => assert.equal(100 - reduced, 100));
`,
  'junit.xml': '<testsuite timestamp="2026-03-01T10:00:00"><testcase classname="shop.Cart" name="adds"/></testsuite>\n',
  'unflake.quarantine.json': JSON.stringify({
    entries: [
      { test: 'lists the tea', reason: 'the tea is late', owner: 'shop', since: '2026-01-01', until: '2026-01-20' },
    ],
  }),
  'unflake.config.json': JSON.stringify({
    testbed: {
      suite: '.',
      steps: [
        { name: 'foundation', run: ['mkdir', '-p', '{env}/ground'] },
        { name: '01-build', run: ['mkdir', '-p', '{env}/built'] },
        { name: 'test-look', run: ['ls', '{env}/built'], after: ['01-build'] },
      ],
    },
  }),
};

/**
 * Opens the case that `cases`, `case`, `report` and `replay` read. Alone and in the suite: the seed decides these two trials, while the
 * third would go to the way that tells most for the time it took, which a busy machine decides. For two trials
 * a faster launcher would cost more than it earns.
 */
export const DIAGNOSE: Input = { test: 'totals the basket', trials: 2, seed: 1, launcher: 'cold' };

/** Opens the hunt that `hunt_merge` reads: a shard that is the whole of it. */
export const HUNT: Input = { shard: '1/1', rounds: 1, seed: 1, launcher: 'cold' };

/** Within the cap on the length of a quarantine. */
function inAWeek(): string {
  // unflake-allow wall-clock: a quarantine ends within days of today
  return new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
}

/** By tool. A tool without a row fails the test that reads this. */
export const GOOD_CALLS: Readonly<Record<string, Input>> = {
  diagnose: DIAGNOSE,
  hunt: HUNT,
  hunt_merge: { shards: ['latest'] },
  ingest: { files: ['junit.xml'], commit: '3f2a9c1', machine: 'ci-1' },
  history: {},
  history_prune: { keepDays: 90 },
  quarantine_list: {},
  quarantine_add: { test: 'shows the banner', reason: 'leaves a price behind', owner: 'shop', until: inAWeek() },
  quarantine_remove: { test: 'lists the tea' },
  quarantine_check: {},
  quarantine_gate: { reports: ['junit.xml'], partial: true },
  certify: { tests: ['totals the basket'], rate: 0.5, seed: 1 },
  scan: {},
  build_index: {},
  index_status: {},
  search: { query: 'alpha' },
  status: {},
  config_status: {},
  env_run: { jobs: 1 },
  env_status: {},
  env_explain: {},
  env_clean: {},
  env_graph: {},
  env_validate: {},
  env_helpers: {},
  list_tests: {},
  replay: { trial: 't-1' },
  verify: { seed: 1 },
  report: {},
  cases: {},
  workers: {},
  hunts: { hunt: 'latest' },
  case: {},
  doctor: {},
};
