/**
 * A simulated suite of 300 tests with 20 flaky ones, drawn from a seed: which kinds are as in the planted suite, but which zone, date, locale,
 * rate and slowdown makes a test fail is drawn anew, so that a schedule cannot be fitted to a few values.
 */
import { random } from '../../../packages/testkit/dist/random.js';

const FILES = 20;
const TESTS_PER_FILE = 15;
const MIN_MS = 5;
const MAX_MS = 200;
const BUSY_SHARE = 0.2;

/** `knobs`: of the machine; `scale`: factor of the durations. A test's `fails` is told what ran before it and how. */
export function drawWorld(seed, { knobs, scale }) {
  const rng = random(seed).fork('world');
  const settings = (name) => knobs.filter(({ knob }) => knob === name).flatMap((knob) => knob.settings);
  const names = Array.from(
    { length: FILES * TESTS_PER_FILE },
    (_, at) => `test_${String(Math.floor(at / TESTS_PER_FILE)).padStart(2, '0')}.py::test_${at}`,
  );
  const tests = names.map((test) => ({
    test,
    ms: scale * MIN_MS * (MAX_MS / MIN_MS) ** rng.float(),
    isBusy: rng.float() < BUSY_SHARE,
    kind: null,
    fails: null,
  }));
  const free = rng.shuffle(tests.map((_, at) => at));
  const take = (where = () => true) => {
    const at = free.findIndex(where);
    return free.splice(at, 1)[0];
  };
  const plant = (at, kind, fails) => Object.assign(tests[at], { kind, fails });
  const fileOf = (at) => Math.floor(at / TESTS_PER_FILE);
  const isBetween = (low, high) => (at) => at >= low && at < high;

  // Four of six victims fail only in an order that the suite does not have; one of these has a cleaner in between.
  for (let number = 0; number < 6; number += 1) {
    const victim = take(isBetween(40, 260));
    const inFile = number % 2 === 0;
    const isBefore = number === 3 || number >= 4;
    const polluterAt = take(
      (at) => (fileOf(at) === fileOf(victim)) === inFile && (isBefore ? at < victim - 1 : at > victim),
    );
    const polluter = names[polluterAt];
    const cleaner = number === 3 ? names[take((at) => at > polluterAt && at < victim)] : null;
    plant(
      victim,
      'victim',
      ({ before }) => before.lastIndexOf(polluter) > (cleaner ? before.lastIndexOf(cleaner) : -1),
    );
  }
  for (let number = 0; number < 3; number += 1) {
    const brittle = take((at) => at > 30);
    const setter = names[take((at) => at < brittle)];
    plant(brittle, 'brittle', ({ before }) => !before.includes(setter));
  }
  const twice = take();
  plant(twice, 'self-polluter', ({ before }) => before.includes(names[twice]));
  const leaves = take();
  plant(leaves, 'self-polluter', ({ before, isUsed }) => isUsed || before.includes(names[leaves]));
  const hashShare = 0.1 + 0.4 * rng.float();
  plant(take(), 'iteration-order', ({ hash }) => hash < hashShare);
  const rate = 0.1 + 0.3 * rng.float();
  plant(take(), 'randomness', ({ draw }) => draw < rate);
  const zones = rng.shuffle(settings('tz')).slice(0, 1 + rng.int(0, 1));
  plant(take(), 'time-zone', ({ conditions }) => zones.includes(conditions.tz));
  const locale = rng.pick(settings('locale'));
  plant(take(), 'locale', ({ conditions }) => conditions.locale === locale);
  for (const date of rng.shuffle(settings('date')).slice(0, 2))
    plant(take(), 'date', ({ conditions }) => conditions.date === date);
  // It stands a slowdown of so much.
  for (let number = 0; number < 2; number += 1) {
    const stands = 2 + 6 * rng.float();
    plant(take(), 'short-wait', ({ slowdown, draw }) => slowdown * (0.9 + 0.2 * draw) > stands);
  }
  const collides = 0.4 + 0.5 * rng.float();
  plant(take(), 'parallel-collision', ({ conditions, draw, isAmongOthers }) => {
    if (conditions.copies !== undefined) return draw < collides;
    return conditions.workers !== undefined && isAmongOthers && draw < collides / 10;
  });
  for (let number = 0; number < 3; number += 1) plant(take(), 'broken', () => true);
  return tests;
}
