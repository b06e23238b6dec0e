/**
 * A test that always fails may do so only on this machine: as root, on this date, in this time zone. Before the verdict is `broken`, each
 * setting is tried once. A setting under which the test passes must pass again, while the default and the control keep failing.
 */
import type { Tally } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { FactorProof } from '../../contract/perturb-finding.ts';
import type { FactorName } from '../../contract/screen-finding.ts';
import type { Conditions } from '../../contract/trial.ts';
import {
  type KnobSetting,
  logOf,
  nameOf,
  type PerturbContext,
  turnedConditions,
  turnedLabel,
} from '../perturb/turning.ts';
import { type Plan, say } from '../plan.ts';
import type { ScreenLog } from '../screen/screen-log.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import { proofLine } from './perturb-sentences.ts';
import { isScarcityKnob, keepTurned, type SettingsEnd, turningOf } from './turn-knobs.ts';

/** Ordered by how often a knob explains a test that fails only on one machine. Other knobs follow. */
const FIRST = ['user', 'date', 'environment', 'tz', 'locale', 'encoding', 'umask', 'home', 'dirOrder'];
/** Settings tried per knob besides its pin: a few dates and zones stand for the rest. */
const MAX_SETTINGS = 3;
/** A broken test deserves no more of the user's time. The report lists what was skipped. */
const MAX_MS = 30_000;
/** Runs of each arm of the proof. A test that passes half the time matches the prediction by chance 1 in 65,000 times. */
const ROUNDS = 4;

export function* beforeBroken(context: DiagnosisContext): Plan<SettingsEnd> {
  const turning = turningOf(context, 'before broken');
  const log = logOf(turning, Number.POSITIVE_INFINITY);
  const failed: FactorName[] = [];
  const all = settingsBeforeBroken(context.options.knobs);
  const spentMs = () => context.seen.filter(({ id }) => log.trials.includes(id)).reduce((sum, { ms }) => sum + ms, 0);
  try {
    for (let at = 0; at < all.length && spentMs() < MAX_MS; ) {
      const now = all.slice(at, at + log.room);
      at += now.length;
      const answers = yield* log.put(
        now.map((turned) => turnedConditions([turned])),
        {
          doing: now.map((turned) => turnedLabel(nameOf(turned))).join(' and '),
          why: 'it always fails; another user, date or environment may let it pass',
          trialsLeft: all.length - at,
        },
      );
      failed.push(...now.filter((_, index) => answers[index]!.failed === true).map(nameOf));
      const passes = now.find((_, index) => answers[index]!.failed === false);
      if (passes !== undefined) return yield* settle(context, turning, log, { passes, failed });
    }
  } finally {
    yield* keepTurned(context, { failed, trials: log.trials });
  }
  yield* say('perturb', `${failed.length} settings tried: it fails under each of them`);
  return 'nothing';
}

/** The pin of each knob comes first. If the test fails there too, the pin serves as the failing side. */
export function settingsBeforeBroken(knobs: readonly KnobChoice[]): readonly KnobSetting[] {
  const isSteady = ({ deterministic, exclusive, shape, knob }: KnobChoice) =>
    deterministic && !exclusive && (shape !== 'seed' || knob === 'dirOrder');
  const rank = ({ knob }: KnobChoice) => (FIRST.includes(knob) ? FIRST.indexOf(knob) : FIRST.length);
  return knobs
    .filter((choice) => isSteady(choice) && !isScarcityKnob(choice))
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((choice) =>
      [choice.pin, ...choice.settings.slice(0, MAX_SETTINGS)].map((setting) => ({ choice, setting })),
    );
}

interface Seen {
  readonly passes: KnobSetting;
  readonly failed: readonly FactorName[];
}

function* settle(context: DiagnosisContext, turning: PerturbContext, log: ScreenLog, seen: Seen): Plan<SettingsEnd> {
  const proof = yield* prove(turning, log, seen);
  if (proof === null) return 'unexplained';
  yield* keepTurned(context, { proof });
  yield* say('perturb', proofLine(proof));
  return 'proved';
}

/** Null as soon as an arm contradicts the prediction. */
function* prove(turning: PerturbContext, log: ScreenLog, { passes, failed }: Seen): Plan<FactorProof | null> {
  const { choice, setting } = passes;
  const { knob, pin, control, cause } = choice;
  const failing = failed.some((name) => name.knob === knob && name.setting === pin) ? pin : control;
  if (failing === null) return null;
  const [bad, good, steady]: readonly Conditions[] = [{ [knob]: failing }, { [knob]: setting }, {}];
  const arms = [bad!, good!, steady!, ...(control === null || control === failing ? [] : [{ [knob]: control }])];
  const tallies = new Map<Conditions, Tally>(arms.map((arm) => [arm, NO_TALLY]));
  const turns = Array.from({ length: ROUNDS }, (_, round) =>
    turning.random.fork(`round ${round}`).shuffle(arms),
  ).flat();
  for (let at = 0; at < turns.length; ) {
    const now = turns.slice(at, at + log.room);
    at += now.length;
    const answers = yield* log.put(now, {
      doing: `${knob} ${setting} again, alternating with ${knob} ${failing}`,
      why: 'it must pass with this setting and fail without it',
      trialsLeft: turns.length - at,
    });
    for (const [index, arm] of now.entries()) {
      if (answers[index]!.failed !== (arm !== good)) return null;
      tallies.set(arm, addTrial(tallies.get(arm)!, answers[index]!));
    }
  }
  const controlArm = control === failing ? bad! : (arms[3] ?? null);
  return {
    kind: 'single',
    factors: [{ knob, setting: failing }],
    cause,
    failing: bad!,
    passing: good!,
    with: tallies.get(bad!)!,
    without: tallies.get(steady!)!,
    pinned: tallies.get(good!)!,
    control: controlArm && tallies.get(controlArm)!,
    levels: null,
    doubt: controlArm === null ? `there is no control for ${knob}` : null,
  };
}
