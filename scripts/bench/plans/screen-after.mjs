/** After the screening: how soon a rare failure is amplified, and how accurately the threshold level is found. */
import { random } from '../../../packages/testkit/dist/random.js';
import { amplify } from '../../../packages/unflake/dist/experiment/screen/amplify.js';
import { levels } from '../../../packages/unflake/dist/experiment/screen/levels.js';
import { mean, result, share, TARGET, threshold } from './arms.mjs';
import { make } from './screen-worlds.mjs';

const PLAIN = 0.02;
const WAYS = 8;
const LIFTS = [0.6, 0.4, 0.3, PLAIN];
const asking = { target: TARGET, fingerprints: null, jobs: 1 };

/** Eight amplifiers, one of which raises the rate, against plain reruns until three failures. */
export function amplification(worlds, seed) {
  const rows = LIFTS.map((lifted) => {
    const measured = { right: 0, wrong: 0, trials: [], plain: [] };
    for (let at = 0; at < worlds; at += 1) {
      const rng = random(`${seed}/amplify/${lifted}/${at}`);
      const lifting = rng.int(0, WAYS - 1);
      const noise = rng.fork('noise');
      const ways = Array.from({ length: WAYS }, (_, way) => ({
        name: `${way}`,
        conditions: { way: `${way}` },
        cost: 1,
      }));
      const plan = amplify({ ...asking, plain: { failures: 1, runs: 50 }, ways, make, maxTrials: 150 });
      const finding = drive(plan, ({ way }) => noise.float() < (Number(way) === lifting ? lifted : PLAIN));
      const rightly = lifted > PLAIN && finding.conditions?.way === `${lifting}`;
      if (rightly || (lifted === PLAIN && finding.kind === 'not-found')) measured.right += 1;
      else if (finding.conditions !== null) measured.wrong += 1;
      measured.trials.push(finding.trials.length);
      measured.plain.push(plainReruns(rng.fork('plain')));
    }
    return { lifted, ...measured };
  });
  const typical = rows.find(({ lifted }) => lifted === 0.4);
  const nothing = rows.at(-1);
  return {
    table: {
      columns: [
        `amplify: ${WAYS} ways, plain rate ${PLAIN}, one lifts it to`,
        'right',
        'wrong',
        'trials',
        'plain reruns to three failures',
      ],
      rows: rows.map(({ lifted, right, wrong, trials, plain }) => [
        lifted === PLAIN ? 'none does' : String(lifted),
        share(right, worlds),
        (wrong / worlds).toFixed(3),
        mean(trials).text,
        mean(plain).text,
      ]),
    },
    demands: [
      threshold(
        'amplify to .4: trials per plain rerun',
        mean(typical.trials).value / mean(typical.plain).value,
        'at-most',
        0.25,
      ),
      threshold('amplify, none does: claimed', nothing.wrong / worlds, 'at-most', 0.03),
    ],
  };
}

function plainReruns(rng) {
  let runs = 0;
  for (let failures = 0; failures < 3; runs += 1) if (rng.float() < PLAIN) failures += 1;
  return runs;
}

const DOSES = 8;
const RATES = [
  [1, 0],
  [0.7, 0.02],
  [0.4, 0.02],
];

/** Eight increasing doses; it fails from one of them on. */
export function thresholds(worlds, seed) {
  const rows = RATES.map(([on, off]) => {
    const measured = { right: 0, beside: 0, trials: [] };
    for (let at = 0; at < worlds; at += 1) {
      const rng = random(`${seed}/levels/${on}/${at}`);
      const start = rng.int(1, DOSES - 1);
      const noise = rng.fork('noise');
      const doses = Array.from({ length: DOSES }, (_, dose) => `${dose}`);
      const options = { ...asking, knob: 'dose', levels: doses, shape: 'growing', rates: { on, off }, maxTrials: 100 };
      const plan = levels({ ...options, make: (dose) => make({ dose }) });
      const finding = drive(plan, ({ dose }) => noise.float() < (Number(dose) >= start ? on : off));
      const found = finding.kind === 'from' ? Number(finding.failing[0]) : Number.NaN;
      if (found === start) measured.right += 1;
      else if (Math.abs(found - start) === 1) measured.beside += 1;
      measured.trials.push(finding.trials.length);
    }
    return { on, off, ...measured };
  });
  return {
    table: {
      columns: [`levels: fails from one of ${DOSES} doses on (p, q)`, 'right', 'off by one', 'trials'],
      rows: rows.map(({ on, off, right, beside, trials }) => [
        `${on}, ${off}`,
        share(right, worlds),
        (beside / worlds).toFixed(3),
        mean(trials).text,
      ]),
    },
    demands: [threshold('levels, .7 against .02: right', rows[1].right / worlds, 'at-least', 0.95)],
  };
}

function drive(plan, fails) {
  let ran = 0;
  let turn = plan.next();
  while (!turn.done) {
    turn = plan.next(
      turn.value.trials.map((trial) => {
        ran += 1;
        return result(trial, fails(trial.conditions), ran);
      }),
    );
  }
  return turn.value;
}
