/** One verification of a simulated change: the real plan, on code that fails at given rates. */
import { random } from '../../../packages/testkit/dist/random.js';
import { verifyPlan } from '../../../packages/unflake/dist/experiment/verify/verify-plan.js';

const TARGET = 'test_shop.py::test_total';
const FINGERPRINT = 'f-aaaaa-bbbbb-ccccc';
/** As `unflake verify` has by default. */
const MAX_TRIALS = 2_000;
const MAX_DRAW = 1_000_000;

/** `now`: the rate of the new code, or `skipped`. `code`: `new` alone, or `both` in turns. */
export function simulate({ rate, isDraw = false }, now, code, seed) {
  const world = random(`world ${seed}`);
  // By draws: a fixed share of all seeds fails, another one on each side of the change.
  const isFailingDraw = (side, draw, share) =>
    random(`draw ${seed} ${isDraw && share < rate ? `${side} ` : ''}${draw}`).float() < share;
  const before = recorded(rate, world);
  const knob = 'rngSeed';
  const known = isDraw ? firstDraw((draw) => isFailingDraw('before', draw, rate)) : null;
  const conditions = known === null ? {} : { [knob]: String(known) };
  const like = {
    tests: [TARGET],
    repeat: 1,
    conditions,
    seed: 1,
    watch: [TARGET],
    exclusive: false,
    timeBoxMs: 60_000,
    mode: 'probe',
  };
  const plan = verifyPlan({
    condition: {
      failing: [{ tests: [TARGET], repeat: 1, conditions }],
      passing: { tests: [TARGET], repeat: 1, conditions: { control: 'on' } },
      before: { ...before, trials: [] },
      draw: known === null ? null : { knob, setting: String(known) },
      leaves: false,
      like,
    },
    known: [{ fingerprint: FINGERPRINT, outcome: 'failed' }],
    code,
    sameCode: false,
    random: random(seed),
    timeBoxMs: 60_000,
  });
  const outcome = ({ conditions: own }) => {
    if (own.control !== undefined) return now === 'skipped' ? 'skipped' : 'passed';
    const side = own.code === 'before' ? 'before' : 'after';
    const share = side === 'before' ? rate : now;
    if (share === 'skipped') return 'skipped';
    return (isDraw ? isFailingDraw(side, own[knob], share) : world.boolean(share)) ? 'failed' : 'passed';
  };
  let trials = 0;
  let turn = plan.next();
  while (!turn.done) {
    const step = turn.value;
    if (trials + step.trials.length > MAX_TRIALS) turn = plan.next({ stop: 'budget' });
    else {
      const first = trials + 1;
      trials += step.trials.length;
      turn = plan.next(step.trials.map((trial, at) => resultOf(trial, `t-${first + at}`, outcome(trial))));
    }
  }
  return { ...turn.value, trials };
}

/** As a diagnosis leaves it: three failures at least, and ten runs where some passed. */
function recorded(rate, world) {
  let [failures, runs] = [0, 0];
  while (failures < 3 || (runs < 10 && failures < runs)) {
    runs += 1;
    if (world.boolean(rate)) failures += 1;
  }
  return { failures, runs };
}

function firstDraw(fails) {
  for (let draw = 1; draw < MAX_DRAW; draw += 1) if (fails(draw)) return draw;
  throw new Error('no draw fails');
}

function resultOf(trial, id, outcome) {
  const failure = outcome === 'failed' ? { fingerprint: FINGERPRINT, message: 'assert 90 == 100' } : {};
  return {
    id,
    trial,
    observations: [{ test: TARGET, run: 0, outcome, ms: 1, ...failure }],
    tally: {},
    ms: 1,
    atMs: 0,
    ending: { code: 0, signal: null, timedOut: false },
    problems: [],
  };
}
