/**
 * How often tests are rightly called flaky, by the same functions that `ingest` uses, on results that never pass through a store: so many
 * seeds take seconds. What a store adds, renames, is measured by ../history.mjs for one seed.
 */
import { join } from 'node:path';
import { publishedRules } from './rules.mjs';
import { simulate } from './simulate.mjs';

export async function accuracyOf(dist, { seed, tests, commits, perCommit, accidents }) {
  const [{ assessTest }, { outageOf }] = await Promise.all([
    import(join(dist, 'experiment/history/assess-test.js')),
    import(join(dist, 'experiment/history/outage.js')),
  ]);
  const { truth, runs } = simulate({ seed, tests, commits, perCommit, accidents });
  const rules = publishedRules(tests);
  const results = Array.from({ length: tests }, () => []);
  const failing = new Set();
  let [runId, incidents] = [0, 0];
  for (const run of runs()) {
    rules.add(run);
    runId += 1;
    if (isIncident(run, outageOf)) {
      incidents += 1;
      continue;
    }
    for (const { test, outcome, ms } of run.results) {
      const failed = outcome !== 'pass';
      if (failed) failing.add(test);
      results[test].push({
        commit: `${run.commit}`,
        branch: 'main',
        atMs: run.atMs,
        runId,
        failed,
        ms,
        unreachable: false,
      });
    }
  }
  const found = new Set([...failing].filter((test) => isCalledFlaky(assessTest(results[test]))));
  const flaky = truth.flatMap(({ rate }, at) => (rate > 0 ? [at] : []));
  const visible = flaky.filter((at) => rules.visibleFlips(at) >= 3);
  return {
    seed,
    accidents,
    incidents,
    called: found.size,
    right: flaky.filter((at) => found.has(at)).length,
    visible: visible.length,
    found: visible.filter((at) => found.has(at)).length,
    trunk: precision(rules.trunk(), truth),
    buildPulse: precision(rules.buildPulse(), truth),
  };
}

const isCalledFlaky = ({ status, flaky }) => status === 'flaky' || (status === 'fixed' && flaky >= 0.9);

function isIncident({ results }, outageOf) {
  const failures = results.filter(({ outcome }) => outcome !== 'pass').length;
  const errors = results.filter(({ outcome }) => outcome === 'error').length;
  return outageOf({ executed: results.length, failures, setUp: new Map([['set-up', errors]]) }) !== null;
}

function precision(found, truth) {
  const right = [...found].filter((at) => truth[at].rate > 0).length;
  return `${right}/${found.size}`;
}
