/**
 * A team's CI with a known truth: flaky tests, tests that a commit breaks and a later one repairs, outages, tests whose files move. Everything
 * follows from the seed. Yields one run at a time, so that a million results need no memory.
 */

/** A small generator (mulberry32): the same numbers on every machine. */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 1);

export function simulate({
  seed,
  tests,
  commits,
  perCommit,
  flaky = 60,
  broken = 20,
  outages = 5,
  renames = 30,
  accidents = 0,
}) {
  const random = numbers(seed);
  const whole = (below) => Math.floor(random() * below);
  const order = Array.from({ length: tests }, (_, at) => at);
  for (let at = tests - 1; at > 0; at -= 1) {
    const other = whole(at + 1);
    [order[at], order[other]] = [order[other], order[at]];
  }
  const truth = Array.from({ length: tests }, (_, at) => ({
    file: `src/area-${at % 50}/part-${at % 250}.test.ts`,
    title: `behaves in case ${at}`,
    rate: 0,
    from: 0,
    broken: null,
    moves: null,
  }));
  for (const test of order.slice(0, flaky)) {
    // 0.2 to 20 %, as often below 2 % as above it.
    truth[test].rate = 0.002 * 100 ** random();
    truth[test].from = random() < 0.5 ? 0 : whole(commits / 2);
  }
  for (const test of order.slice(flaky, flaky + broken)) {
    const at = whole(commits - 200);
    truth[test].broken = [at, at + 20 + whole(130)];
  }
  // Some of those that move are flaky.
  for (const test of order.slice(flaky - 5, flaky - 5 + renames)) {
    const { file } = truth[test];
    truth[test].moves = { at: commits / 4 + whole(commits / 2), to: file.replace('src/', 'packages/core/src/') };
  }
  const outageAt = new Map(
    Array.from({ length: outages }, (_, at) => [whole(commits), at % 2 === 0 ? 'most-fail' : 'set-up']),
  );
  const accidentAt = new Set(Array.from({ length: accidents }, () => whole(commits)));
  return { truth, runs: () => runs() };

  function* runs() {
    for (let commit = 0; commit < commits; commit += 1) {
      const first = whole(tests);
      const chosen = Array.from({ length: perCommit }, (_, at) => (first + at) % tests);
      const outage = outageAt.get(commit);
      const accident = accidentAt.has(commit) ? chosen[whole(perCommit)] : -1;
      const outcome = (test, attempt) => {
        const { rate, from, broken: range } = truth[test];
        if (outage !== undefined && attempt === 1)
          if (outage === 'most-fail' ? random() < 0.8 : random() < 0.3)
            return outage === 'set-up' ? 'error' : 'failure';
        if (range !== null && commit >= range[0] && commit < range[1]) return 'failure';
        if (test === accident && attempt === 1) return 'failure';
        return commit >= from && random() < rate ? 'failure' : 'pass';
      };
      let left = chosen;
      // Seven of ten failed jobs are started again, with the tests that failed.
      for (let attempt = 1; left.length > 0 && attempt <= 3; attempt += 1) {
        const results = left.map((test) => ({ test, outcome: outcome(test, attempt), ms: 5 + whole(200) }));
        yield {
          commit,
          attempt,
          outage: outage !== undefined && attempt === 1,
          atMs: START_MS + commit * HOUR_MS + attempt * 600_000,
          results,
        };
        left = results.filter((one) => one.outcome !== 'pass').map((one) => one.test);
        if (random() > 0.7) break;
      }
    }
  }
}

export const fileAt = ({ file, moves }, commit) => (moves !== null && commit >= moves.at ? moves.to : file);
export const commitId = (commit) => commit.toString(16).padStart(40, 'c');

export function junitOf({ results, commit, atMs }, truth) {
  const cases = results.map(({ test, outcome, ms }) => {
    const name = truth[test].title;
    const inside =
      outcome === 'pass'
        ? ''
        : outcome === 'error'
          ? '<error type="Error" message="connect ECONNREFUSED 10.0.0.5:5432"/>'
          : `<failure type="AssertionError" message="expected ${test} to be ${test + 1}">AssertionError\n at ${truth[test].file}:12:7</failure>`;
    return `<testcase classname="${fileAt(truth[test], commit)}" name="${name}" time="${ms / 1000}">${inside}</testcase>`;
  });
  const time = new Date(atMs).toISOString();
  return `<?xml version="1.0"?>\n<testsuites name="vitest tests">\n<testsuite name="all" timestamp="${time}">\n${cases.join('\n')}\n</testsuite>\n</testsuites>\n`;
}
