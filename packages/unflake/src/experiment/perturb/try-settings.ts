/**
 * Settings of the world that stay the same from run to run here and are others elsewhere: zone, locale, date, user, limits. Nothing failed by
 * itself, so each setting of a knob is its own options, and many are asked at once: in every wave each knob stands at another of its
 * settings. What makes a wave fail is screened and proved; then each setting is tried by itself, since one may hide another.
 */
import type { Random } from '@unflake/testkit/random';
import type { StopReason } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { FactorProof } from '../../contract/perturb-finding.ts';
import type { FactorName, ScreenFinding } from '../../contract/screen-finding.ts';
import type { TrialId } from '../../contract/trial.ts';
import { type Plan, type PlanStep, PlanStopped, type Reply } from '../plan.ts';
import { screen } from '../screen/screen.ts';
import { type Answer, type ScreenLog, TrialsSpent } from '../screen/screen-log.ts';
import { isProved, proveFactors } from './prove-factors.ts';
import {
  factorOf,
  type KnobSetting,
  logOf,
  nameOf,
  type PerturbContext,
  turnedConditions,
  turnedLabel,
} from './turning.ts';

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

const MAX_SCREEN_TRIALS = 80;
/** Two settings that are both needed, of knobs with three and four, meet in so many waves seven times out of eight. */
const MIN_WAVES = 24;
/** Passes of settings that failed once after which it was chance: a setting that decides one time in two is missed in every eighth. */
const PASSES_OF_CHANCE = 3;

export function* trySettings(
  turning: PerturbContext,
  choices: readonly KnobChoice[],
  share: SettingsShare,
): Plan<SettingsFinding> {
  const search: Search = {
    turning,
    log: logOf(turning, Number.POSITIVE_INFINITY),
    screens: [],
    passed: new Map(),
    failed: false,
  };
  let proof: FactorProof | null = null;
  let stopped: StopReason | undefined;
  try {
    proof = yield* look(search, choices, share);
  } catch (error) {
    if (error instanceof PlanStopped) stopped = error.reason;
    else if (error instanceof TrialsSpent) stopped = 'trials';
    else throw error;
  }
  const { screens, passed, log } = search;
  return {
    screens,
    proof,
    passed: [...passed.values()],
    unexplained: proof === null && search.failed,
    trials: [...log.trials, ...screens.flatMap(({ trials }) => trials)],
    ...(stopped === undefined ? {} : { stopped }),
  };
}

interface Search {
  readonly turning: PerturbContext;
  readonly log: ScreenLog;
  readonly screens: ScreenFinding[];
  readonly passed: Map<string, FactorName>;
  /** Something did; whatever that was comes before the settings that are left. */
  failed: boolean;
}

function* look(
  search: Search,
  choices: readonly KnobChoice[],
  { from, to, alone }: SettingsShare,
): Generator<PlanStep, FactorProof | null, Reply> {
  const { random } = search.turning;
  const longest = Math.max(MIN_WAVES, ...choices.map(({ settings }) => settings.length));
  const count = Math.max(0, Math.min(to, longest) - from);
  const waves = Array.from({ length: count }, (_, at) => waveOf(choices, from + at, random));
  const proof = yield* turnEach(search, waves, (wave) => wave);
  if (proof !== null || search.failed || !alone) return proof;
  const single = choices.flatMap((choice) => choice.settings.map((setting) => [{ choice, setting }]));
  // Beside it stands what may hide it.
  return yield* turnEach(search, single, ([turned]) => waveWith(choices, turned!, random));
}

/**
 * Each knob at one of its settings, drawn so that all of them have had their turn before one comes again, and so that the settings of two
 * knobs meet in ever other pairs.
 */
function waveOf(choices: readonly KnobChoice[], nth: number, random: Random): readonly KnobSetting[] {
  return choices.map((choice) => {
    const { knob, settings } = choice;
    const round = random.fork(`${knob}, round ${Math.floor(nth / settings.length)}`).shuffle(settings);
    return { choice, setting: round[nth % settings.length]! };
  });
}

function waveWith(choices: readonly KnobChoice[], turned: KnobSetting, random: Random): readonly KnobSetting[] {
  const others = waveOf(choices, turned.choice.settings.indexOf(turned.setting), random);
  return [turned, ...others.filter(({ choice }) => choice.knob !== turned.choice.knob)];
}

/** Runs each once; where one fails, finds out what among `suspects` made it fail. */
function* turnEach(
  search: Search,
  all: readonly (readonly KnobSetting[])[],
  suspects: (turned: readonly KnobSetting[]) => readonly KnobSetting[],
): Generator<PlanStep, FactorProof | null, Reply> {
  const { log } = search;
  for (let at = 0; at < all.length; ) {
    const now = all.slice(at, at + log.room);
    at += now.length;
    const answers = yield* log.put(now.map(turnedConditions), {
      doing:
        now.length === 1
          ? now[0]!.map((each) => turnedLabel(nameOf(each))).join(' + ')
          : `${now.length} sets of settings`,
      why: 'nothing failed by itself; another place may have other settings',
      trialsLeft: all.length - at + now.length,
    });
    for (const [index, turned] of now.entries()) {
      const proof = yield* lookInto(search, turned, answers[index]!, suspects);
      if (search.failed) return proof;
    }
  }
  return null;
}

function* lookInto(
  search: Search,
  turned: readonly KnobSetting[],
  { failed }: Answer,
  suspects: (turned: readonly KnobSetting[]) => readonly KnobSetting[],
): Generator<PlanStep, FactorProof | null, Reply> {
  const { turning, screens, passed } = search;
  if (failed === false) for (const each of turned) passed.set(turnedLabel(nameOf(each)), nameOf(each));
  if (failed !== true) return null;
  search.failed = true;
  if (!(yield* failsAgain(search, turned))) return null;
  const candidates = suspects(turned);
  const screened = yield* screen({
    target: turning.target,
    factors: candidates.map(factorOf),
    make: turning.make,
    fingerprints: turning.fingerprints(),
    random: turning.random.fork(`screening of ${Object.values(turnedConditions(turned)).join(' ')}`),
    jobs: turning.jobs,
    maxTrials: MAX_SCREEN_TRIALS,
  });
  screens.push(screened);
  if (screened.stopped === 'budget' || screened.stopped === 'cancelled') throw new PlanStopped(screened.stopped);
  return isProved(screened) ? yield* proveFactors(turning, screened, candidates) : null;
}

/** What a setting brings it brings again; a screening would take many more trials to say that it was a rare failure by itself. */
function* failsAgain({ log }: Search, turned: readonly KnobSetting[]): Generator<PlanStep, boolean, Reply> {
  for (let passes = 0; passes < PASSES_OF_CHANCE; passes += 1) {
    const [answer] = yield* log.put([turnedConditions(turned)], {
      doing: 'the same settings again',
      why: 'it failed; was that these settings, or chance?',
    });
    if (answer!.failed !== false) return true;
  }
  return false;
}
