/**
 * Settings that are constant on this machine and differ elsewhere: zone, locale, date, user, limits. Nothing failed by default, so each
 * setting is its own hypothesis, and many are tested at once: in every wave each knob has another of its settings. A failing wave is
 * screened and proved; then each setting is tried alone, since one may mask another.
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
  /** Something failed that no setting explains: the test may fail by default after all. */
  readonly unexplained: boolean;
  readonly trials: readonly TrialId[];
  readonly stopped?: StopReason;
}

/** Waves from `from` up to `to`, exclusive; `alone`: then each setting alone. */
export interface SettingsShare {
  readonly from: number;
  readonly to: number;
  readonly alone: boolean;
}

const MAX_SCREEN_TRIALS = 80;
/** Two settings that are both needed, of knobs with three and four settings, meet within this many waves seven times out of eight. */
const MIN_WAVES = 24;
/** Reruns that must all pass before one failure is dismissed as chance. A setting that fails half the time is then missed 1 in 8 times. */
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
    proof = yield* tryShare(search, choices, share);
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
  /** Something failed; finding out what comes before the remaining settings. */
  failed: boolean;
}

function* tryShare(
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
  // Includes the settings that may mask it.
  return yield* turnEach(search, single, ([turned]) => waveWith(choices, turned!, random));
}

/** One setting per knob, drawn so that every setting is used before one repeats, and so that pairs of settings keep changing. */
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

/** Runs each once. If one fails, finds which of `suspects` caused it. */
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
      why: 'nothing failed so far; another machine may have other settings',
      trialsLeft: all.length - at + now.length,
    });
    for (const [index, turned] of now.entries()) {
      const proof = yield* explainFailure(search, turned, answers[index]!, suspects);
      if (search.failed) return proof;
    }
  }
  return null;
}

function* explainFailure(
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

/** A real effect repeats; a screening would need many more trials to show that it was a rare spontaneous failure. */
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
