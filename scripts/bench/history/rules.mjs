/**
 * The published rules of two services, on the same results. Trunk: a test that fails and passes on one commit (pass-on-retry monitor, one
 * commit by default), or a failure rate over a window (failure-rate monitor; threshold and sample as in the example of its page: 30 % of at
 * least 50 runs; the window is a week here, as six hours have no 50 runs of one test). BuildPulse: a pass and a failure for one tree.
 */
const WEEK_COMMITS = 7 * 24;
const RATE = 0.3;
const MIN_RUNS = 50;

export function publishedRules(tests) {
  const byTest = Array.from({ length: tests }, () => []);
  return {
    add({ commit, results }) {
      for (const { test, outcome } of results) byTest[test].push([commit, outcome !== 'pass']);
    },
    buildPulse: () => flagged(byTest, mixed),
    trunk: () => flagged(byTest, (results) => mixed(results) || oftenFails(results)),
    /** Commits on which it failed and passed, or failed alone between passes. */
    visibleFlips: (test) => flips(byTest[test]),
  };
}

const flagged = (byTest, rule) => new Set(byTest.flatMap((results, test) => (rule(results) ? [test] : [])));

function commitsOf(results) {
  const commits = new Map();
  for (const [commit, failed] of results) {
    const known = commits.get(commit) ?? { passes: 0, failures: 0 };
    known[failed ? 'failures' : 'passes'] += 1;
    commits.set(commit, known);
  }
  return [...commits.values()];
}

const mixed = (results) => commitsOf(results).some(({ passes, failures }) => passes > 0 && failures > 0);

function flips(results) {
  const commits = commitsOf(results);
  return commits.filter(({ passes, failures }, at) => {
    if (failures === 0) return false;
    const sound = (one) => one !== undefined && one.passes > 0;
    return passes > 0 || (sound(commits[at - 1]) && sound(commits[at + 1]));
  }).length;
}

function oftenFails(results) {
  let start = 0;
  let failures = 0;
  for (const [end, [commit, failed]] of results.entries()) {
    failures += failed ? 1 : 0;
    for (; results[start][0] <= commit - WEEK_COMMITS; start += 1) failures -= results[start][1] ? 1 : 0;
    const runs = end - start + 1;
    if (runs >= MIN_RUNS && failures / runs >= RATE) return true;
  }
  return false;
}
