/**
 * Settings of the world that stay the same from run to run here and are others elsewhere: zone, locale, date, user, limits. Nothing failed by
 * itself, so each setting of a knob is its own question, and many are asked at once: in every wave each knob stands at another of its
 * settings. What makes a wave fail is screened and proved; then each setting is tried by itself, since one may hide another.
 */
import type { StopReason } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { FactorProof } from '../../contract/perturb-finding.ts';
import type { FactorName, ScreenFinding } from '../../contract/screen-finding.ts';
import type { TrialId } from '../../contract/trial.ts';
import { type Plan, type Reply, type Step, Stopped } from '../plan.ts';
import { screen } from '../screen/screen.ts';
import { type Answer, type ScreenLog, TrialsSpent } from '../screen/screen-log.ts';
import { isProved, proveFactors } from './prove-factors.ts';
import { conditionsOf, factorOf, labelOf, logOf, nameOf, type Turned, type Turning } from './turning.ts';

export interface SettingsFinding {
  readonly screens: readonly ScreenFinding[];
  readonly proof: FactorProof | null;
  readonly passed: readonly FactorName[];
  /** Something failed that no setting accounts for: it may fail by itself after all. */
  readonly unexplained: boolean;
  readonly trials: readonly TrialId[];
  readonly stopped?: StopReason;
}

/** Waves from one to before another; `alone`: and then each setting by itself. */
export interface SettingsShare {
  readonly from: number;
  readonly to: number;
  readonly alone: boolean;
}

const MOST_SCREEN_TRIALS = 80;

export function* trySettings(
  turning: Turning,
  choices: readonly KnobChoice[],
  share: SettingsShare,
): Plan<SettingsFinding> {
  const search: Search = { turning, log: logOf(turning, Number.POSITIVE_INFINITY), screens: [], passed: new Map() };
  let proof: FactorProof | null = null;
  let stopped: StopReason | undefined;
  try {
    proof = yield* look(search, choices, share);
  } catch (error) {
    if (error instanceof Stopped) stopped = error.reason;
    else if (error instanceof TrialsSpent) stopped = 'trials';
    else throw error;
  }
  const { screens, passed, log } = search;
  return {
    screens,
    proof,
    passed: [...passed.values()],
    unexplained: proof === null && screens.length > 0,
    trials: [...log.trials, ...screens.flatMap(({ trials }) => trials)],
    ...(stopped === undefined ? {} : { stopped }),
  };
}

interface Search {
  readonly turning: Turning;
  readonly log: ScreenLog;
  readonly screens: ScreenFinding[];
  readonly passed: Map<string, FactorName>;
}

function* look(
  search: Search,
  choices: readonly KnobChoice[],
  { from, to, alone }: SettingsShare,
): Generator<Step, FactorProof | null, Reply> {
  const longest = Math.max(0, ...choices.map(({ settings }) => settings.length));
  const waves = Array.from({ length: Math.max(0, Math.min(to, longest) - from) }, (_, at) =>
    waveOf(choices, from + at),
  );
  const proof = yield* turnEach(search, waves, (wave) => wave);
  if (proof !== null || search.screens.length > 0 || !alone) return proof;
  const single = choices.flatMap((choice) => choice.settings.map((setting) => [{ choice, setting }]));
  // Beside it stands what may hide it.
  return yield* turnEach(search, single, ([turned]) => waveWith(choices, turned!));
}

/** Each knob at its own nth setting, from the start again where it has fewer. */
function waveOf(choices: readonly KnobChoice[], nth: number): readonly Turned[] {
  return choices.map((choice) => ({ choice, setting: spread(choice.settings)[nth % choice.settings.length]! }));
}

/** Neighbours often do the same, as dates do: of many settings those far apart come first. */
function spread(settings: readonly string[]): readonly string[] {
  const stride = [7, 5, 3].find((step) => settings.length > step && settings.length % step !== 0) ?? 1;
  return settings.map((_, at) => settings[(at * stride) % settings.length]!);
}

function waveWith(choices: readonly KnobChoice[], turned: Turned): readonly Turned[] {
  const others = waveOf(choices, spread(turned.choice.settings).indexOf(turned.setting));
  return [turned, ...others.filter(({ choice }) => choice.knob !== turned.choice.knob)];
}

/** Runs each once; where one fails, finds out what among `suspects` made it fail. */
function* turnEach(
  search: Search,
  all: readonly (readonly Turned[])[],
  suspects: (turned: readonly Turned[]) => readonly Turned[],
): Generator<Step, FactorProof | null, Reply> {
  const { log } = search;
  for (let at = 0; at < all.length; ) {
    const now = all.slice(at, at + log.room);
    at += now.length;
    const answers = yield* log.put(now.map(conditionsOf), {
      doing:
        now.length === 1 ? now[0]!.map((each) => labelOf(nameOf(each))).join(' + ') : `${now.length} sets of settings`,
      why: 'nothing failed by itself; another place may have other settings',
      trialsLeft: all.length - at + now.length,
    });
    for (const [index, turned] of now.entries()) {
      const proof = yield* lookInto(search, turned, answers[index]!, suspects);
      if (proof !== null || search.screens.length > 0) return proof;
    }
  }
  return null;
}

function* lookInto(
  { turning, screens, passed }: Search,
  turned: readonly Turned[],
  { failed }: Answer,
  suspects: (turned: readonly Turned[]) => readonly Turned[],
): Generator<Step, FactorProof | null, Reply> {
  if (failed === false) for (const each of turned) passed.set(labelOf(nameOf(each)), nameOf(each));
  if (failed !== true) return null;
  const candidates = suspects(turned);
  const screened = yield* screen({
    target: turning.target,
    factors: candidates.map(factorOf),
    make: turning.make,
    fingerprints: turning.fingerprints(),
    random: turning.random.fork(`screening of ${Object.values(conditionsOf(turned)).join(' ')}`),
    jobs: turning.jobs,
    maxTrials: MOST_SCREEN_TRIALS,
  });
  screens.push(screened);
  if (screened.stopped === 'budget' || screened.stopped === 'cancelled') throw new Stopped(screened.stopped);
  return isProved(screened) ? yield* proveFactors(turning, screened, candidates) : null;
}
