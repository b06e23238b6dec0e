/** Simulated suites for the order benchmark: which tests cause the event, how often, and what was known before the search. */

/**
 * A world is a rule from "which positions ran before the target" to "does the event come". It counts what it is asked.
 * @typedef {{ n: number, p: number, q: number, active: (has: (position: number) => boolean, size: number) => boolean | number,
 *   truth: number[][], event?: 'failure' | 'pass', name?: string }} World
 */

/** Runs of one algorithm in one world: its own noise, the same start for every algorithm, and a cost meter. */
export class Runs {
  constructor(world, random) {
    this.world = world;
    this.random = random;
    this.runs = 0;
    this.executions = 0;
    this.has = new Uint8Array(world.n);
  }

  /** True if the event occurs after these positions (ascending). */
  run(positions) {
    this.runs += 1;
    this.executions += positions.length + 1;
    for (const position of positions) this.has[position] = 1;
    const active = this.world.active((position) => this.has[position] === 1, positions.length);
    for (const position of positions) this.has[position] = 0;
    const rate = typeof active === 'number' ? active : active ? this.world.p : this.world.q;
    return this.random.float() < rate;
  }
}

/** The knowledge from isolation, at no cost: full runs until three events and five runs, twenty alone. */
export function isolation(world, random) {
  const runs = new Runs(world, random);
  const everything = Array.from({ length: world.n }, (_, at) => at);
  const all = { failures: 0, runs: 0 };
  while (all.runs < 5 || (all.failures < 3 && all.runs < 60)) {
    all.runs += 1;
    if (runs.run(everything)) all.failures += 1;
  }
  const none = { failures: 0, runs: 20 };
  for (let at = 0; at < none.runs; at += 1) if (runs.run([])) none.failures += 1;
  return { all, none };
}

const distinct = (random, n, count) =>
  random
    .sample(
      Array.from({ length: n }, (_, at) => at),
      count,
    )
    .sort((a, b) => a - b);

/** One or more tests, each of which is enough. */
export const independent =
  (n, count, p, q, event = 'failure') =>
  (random) => {
    const culprits = distinct(random, n, count);
    return { n, p, q, event, truth: culprits.map((at) => [at]), active: (has) => culprits.some(has) };
  };

/** Tests that are needed together. */
export const jointWorld = (n, count, p, q) => (random) => {
  const culprits = distinct(random, n, count);
  return { n, p, q, truth: [culprits], active: (has) => culprits.every(has) };
};

/** Polluters of which all but the last are followed by cleaners in the suite's order. */
export const amongCleaners = (n, masked, cleaners, p, q) => (random) => {
  const places = distinct(random, n, masked + cleaners + 1);
  const last = places.at(-1);
  const polluters = [...random.sample(places.slice(0, -1), masked), last].sort((a, b) => a - b);
  const cleaning = places.filter((at) => !polluters.includes(at));
  const active = (has) => polluters.some((at) => has(at) && !cleaning.some((other) => other > at && has(other)));
  return { n, p, q, truth: polluters.map((at) => [at]), active };
};

/** No test matters; the target fails at one rate wherever it runs. */
export const intrinsic = (n, rate) => () => ({ n, p: rate, q: rate, truth: [], active: () => true });

/** No test matters, only how many run. */
export const load = (n, most) => () => ({ n, p: most, q: 0, truth: [], active: (_, size) => (most * size) / n });
