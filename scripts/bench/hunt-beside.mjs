/**
 * What loops over plain runs find in the time that a hunt has: a test counts as found if it both passed and failed. The suites are those of
 * `hunt.mjs`. `node scripts/bench/hunt-beside.mjs --runner pytest [--seeds 1] [--runs 40] [--scale 1] [--python <python with the plugins>]`
 * prints a line a loop.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { layOut, SUITES } from './hunt/suites.mjs';

const { values } = parseArgs({
  options: {
    runner: { type: 'string', default: 'pytest' },
    seeds: { type: 'string', default: '1' },
    runs: { type: 'string', default: '40' },
    scale: { type: 'string', default: '1' },
    python: { type: 'string', default: 'python3' },
  },
});
/** Plain runs, whose median is one suite run. */
const PLAIN_RUNS = 3;
const { run, loops } = SUITES[values.runner];

for (const seed of values.seeds.split(',').map(Number)) {
  const place = mkdtempSync(join(tmpdir(), 'unflake-hunt-beside-'));
  try {
    const subject = join(place, 'subject');
    const truth = layOut(subject, { runner: values.runner, seed, scale: Number(values.scale) });
    const plain = Object.values(loops)[0];
    const once = () => run(subject, { python: values.python, more: plain }).ms;
    const suiteMs = Array.from({ length: PLAIN_RUNS }, once).toSorted((a, b) => a - b)[PLAIN_RUNS >> 1];
    for (const [loop, more] of Object.entries(loops)) {
      const found = looped(subject, more, Number(values.runs) * suiteMs);
      console.log(
        JSON.stringify({ runner: values.runner, seed, loop, suiteMs: Math.round(suiteMs), ...judged(found, truth) }),
      );
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function looped(subject, more, budgetMs) {
  const seen = new Map();
  let [ms, runs] = [0, 0];
  while (ms < budgetMs) {
    const one = run(subject, { python: values.python, more });
    ms += one.ms;
    runs += 1;
    for (const [test, failed] of one.failed) seen.set(test, new Set([...(seen.get(test) ?? []), failed]));
  }
  return { runs, flaky: [...seen].filter(([, outcomes]) => outcomes.size === 2).map(([test]) => test) };
}

function judged({ runs, flaky }, truth) {
  const planted = Object.keys(truth.flaky);
  return {
    runs,
    found: flaky.filter((test) => planted.includes(test)).length,
    of: planted.length,
    falseAlarms: flaky.filter((test) => !planted.includes(test)),
    kinds: flaky.filter((test) => planted.includes(test)).map((test) => truth.flaky[test]),
  };
}
