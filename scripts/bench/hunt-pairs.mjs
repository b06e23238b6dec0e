/**
 * How many runs of a suite until 95 % of the ordered pairs of its tests have run directly after each other in one process: random orders, the
 * orders that a hunt chooses, and one circuit over all pairs, whose length is given in runs of the suite. `node scripts/bench/hunt-pairs.mjs`
 */
import { random } from '../../packages/testkit/dist/random.js';
import { shuffled } from '../../packages/unflake/dist/experiment/hunt/orders.js';
import { pairCircuit } from '../../packages/unflake/dist/experiment/hunt/pair-circuit.js';
import { PairCoverage } from '../../packages/unflake/dist/experiment/hunt/pair-coverage.js';

/** Pairs of a test with itself cannot occur in an order, so these are counted without them. */
const CAN = { order: 'any', process: 'suite', repeat: false };
const SHARE = 0.95;
const SEED = 1;

for (const count of [50, 300]) {
  const tests = Array.from({ length: count }, (_, at) => `a.py::t${at}`);
  const rng = random(SEED);
  const drawn = runsUntilCovered(tests, () => rng.shuffle(tests));
  const chosen = runsUntilCovered(tests, (covered) => shuffled(tests, CAN, { random: rng, covered, what: 'tests' }));
  const circuit = pairCircuit(tests);
  const covered = new PairCoverage(tests, { ...CAN, repeat: true });
  covered.add(circuit);
  console.log(
    JSON.stringify({
      tests: count,
      drawn,
      chosen,
      circuit: circuit.length / count,
      circuitCovers: covered.pairs / covered.of,
    }),
  );
}

function runsUntilCovered(tests, next) {
  const covered = new PairCoverage(tests, CAN);
  let runs = 0;
  while (covered.pairs < SHARE * covered.of) {
    covered.add(next(covered));
    runs += 1;
  }
  return runs;
}
