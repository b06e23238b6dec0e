/** Turns knobs stage by stage and reports the findings. Each stage returns whether it found the cause. */
import type { StopReason } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { FactorProof, PerturbFinding } from '../../contract/perturb-finding.ts';
import type { TestId } from '../../contract/test-id.ts';
import { knownTypes } from '../counted-failures.ts';
import { eventOf } from '../event-of.ts';
import { loadSuspects, loads } from '../perturb/load-ways.ts';
import { proveLoad } from '../perturb/prove-load.ts';
import { type SettingsShare, trySettings } from '../perturb/try-settings.ts';
import type { KnobSetting, PerturbContext } from '../perturb/turning.ts';
import { withUnclearOrder } from '../perturb/unclear-order.ts';
import { ask, type Plan, PlanStopped, reportFindings, say } from '../plan.ts';
import { NO_TALLY } from '../tally.ts';
import { type DiagnosisContext, testsBefore } from './diagnosis-context.ts';
import { proofLine, settingsLine } from './perturb-sentences.ts';
import { suggestedSettings, suggestsCopies } from './steer.ts';

/** `unexplained`: something failed that no setting accounts for, or not without doubt. */
export type SettingsEnd = 'proved' | 'unexplained' | 'nothing';

/** Zones, locales, users and similar: nothing that the test may need is removed. */
export function* turnSettings(context: DiagnosisContext, share: SettingsShare): Plan<SettingsEnd> {
  const choices = context.options.knobs.filter((choice) => isSetting(choice) && !isScarcityKnob(choice)).map(fewDraws);
  return yield* turnChoices(context, choices, share, turningOf(context, 'settings'));
}

/** Every setting that the code suggests, one trial each; first a parallel copy, if the code uses something exclusive. */
export function* turnSuggested(context: DiagnosisContext): Plan<SettingsEnd> {
  if (suggestsCopies(context.options) && (yield* turnCopies(context))) return 'proved';
  const choices = suggestedSettings(context.options);
  const waves = Math.max(0, ...choices.map(({ settings }) => settings.length));
  return yield* turnChoices(context, choices, { from: 0, to: waves, alone: false }, turningOf(context, 'suggested'));
}

/** Copies do not collide every time. */
const COPIES_RUNS = 3;

function* turnCopies(context: DiagnosisContext): Plan<boolean> {
  const { options, makeTrial } = context;
  const copies = loads(options.knobs).find(({ choice }) => choice.knob === 'copies');
  if (copies === undefined || options.can.select !== 'test') return false;
  for (let run = 0; run < COPIES_RUNS; run += 1) {
    const [result] = yield* ask({
      phase: 'perturb',
      doing: 'in parallel with copies of itself',
      why: 'its code uses something exclusive',
      trials: [makeTrial([options.target], { conditions: { [copies.choice.knob]: copies.setting } })],
    });
    if (eventOf(result!, options.target, null) === 'failure')
      return yield* turnLoads(context, loadSuspects(options.knobs, copies), [options.target]);
  }
  return false;
}

/** Tries these settings and keeps what came of it. */
export function* turnChoices(
  context: DiagnosisContext,
  choices: readonly KnobChoice[],
  share: SettingsShare,
  turning: PerturbContext,
): Plan<SettingsEnd> {
  if (choices.length === 0) return 'nothing';
  const found = yield* trySettings(turning, choices, share);
  yield* keepTurned(context, {
    screens: found.screens,
    proof: found.proof,
    passed: found.passed,
    trials: found.trials,
  });
  yield* say('perturb', found.proof ? proofLine(found.proof) : settingsLine(found));
  throwIfBudgetSpent(found.stopped);
  if (found.proof) return failsWithoutFactor(found.proof) ? 'unexplained' : 'proved';
  return found.unexplained ? 'unexplained' : 'nothing';
}

/** It failed without the factor as well: the setting does not explain everything. */
const failsWithoutFactor = ({ doubt, pinned, control }: FactorProof): boolean =>
  doubt !== null && pinned.failures + (control?.failures ?? 0) > 0;

export function* turnLoads(
  context: DiagnosisContext,
  suspects: readonly KnobSetting[],
  tests: readonly TestId[],
): Plan<boolean> {
  const { arms } = context.findings.confirm!;
  const plain = (tests.length === 1 ? arms.alone : arms.suite) ?? NO_TALLY;
  const found = yield* proveLoad(turningOf(context, 'loads', tests), suspects, { seen: context.seen, plain });
  const trials = found.tried.flatMap((load) =>
    [load.with, load.pinned, load.control].flatMap((one) => one?.trials ?? []),
  );
  yield* keepTurned(context, { loads: found.tried, proof: found.proof, trials });
  if (found.proof) yield* say('perturb', proofLine(found.proof));
  throwIfBudgetSpent(found.stopped);
  return found.proof !== null;
}

/** Constant from run to run on one machine, and as cheap as a plain trial. */
export const isSetting = ({ deterministic, exclusive, onlyForBroken }: KnobChoice): boolean =>
  deterministic && !exclusive && !onlyForBroken;

export const isScarcityKnob = ({ cause }: KnobChoice): boolean =>
  cause.family === 'resource-leak' || cause.kind === 'network';

/** A few draws stand for all: many were already made while nothing failed. */
const MAX_DRAWS = 3;
const fewDraws = (choice: KnobChoice): KnobChoice =>
  choice.shape === 'seed' ? { ...choice, settings: choice.settings.slice(0, MAX_DRAWS) } : choice;

export function turningOf(
  context: DiagnosisContext,
  fork: string,
  tests: readonly TestId[] = selectionOf(context),
): PerturbContext {
  const { options, makeTrial, seen } = context;
  return {
    target: options.target,
    knobs: options.knobs,
    make: (conditions) => makeTrial(tests, { conditions }),
    fingerprints: () => knownTypes(seen, options.target),
    random: options.random.fork(`perturb ${fork}`),
    jobs: options.jobs,
  };
}

/** The target alone where it can fail alone, else with what runs before it. */
function selectionOf({ options, findings }: DiagnosisContext): readonly TestId[] {
  const { target, can, suite } = options;
  if (can.select !== 'test') return suite;
  const alone = findings.isolate?.alone ?? findings.confirm?.arms.alone;
  const inSuite = findings.isolate?.suite ?? findings.confirm?.arms.suite;
  return (inSuite?.failures ?? 0) > 0 && (alone?.failures ?? 0) === 0 ? [...testsBefore(options), target] : [target];
}

const NOTHING_TURNED: PerturbFinding = { seeds: [], screens: [], proof: null, passed: [], needs: [], trials: [] };

/** Adds what a stage has turned to what was turned before. */
export function* keepTurned({ findings, options }: DiagnosisContext, more: Partial<PerturbFinding>): Plan<void> {
  const current = findings.perturb ?? NOTHING_TURNED;
  const perturb: PerturbFinding = {
    seeds: [...current.seeds, ...(more.seeds ?? [])],
    screens: [...current.screens, ...(more.screens ?? [])],
    loads: [...(current.loads ?? []), ...(more.loads ?? [])],
    proof: more.proof ? withUnclearOrder(more.proof, options.knobs, options.sources ?? []) : current.proof,
    passed: [...current.passed, ...(more.passed ?? [])],
    ...(more.failed || current.failed ? { failed: [...(current.failed ?? []), ...(more.failed ?? [])] } : {}),
    needs: current.needs,
    trials: [...current.trials, ...(more.trials ?? [])],
  };
  yield* reportFindings({ perturb });
}

/** A stage that has used up its own share lets the next one run; a spent budget ends all of them. */
export function throwIfBudgetSpent(stopped: StopReason | undefined): void {
  if (stopped === 'budget' || stopped === 'cancelled') throw new PlanStopped(stopped);
}
