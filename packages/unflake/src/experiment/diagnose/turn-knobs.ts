/** Turns knobs on the bench of a diagnosis, stage by stage, and keeps what came of it. Each stage says whether it has found the cause. */
import type { StopReason, Tally } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { FactorProof, PerturbFinding, SeedFinding } from '../../contract/perturb-finding.ts';
import type { TestId } from '../../contract/test-id.ts';
import { drawKind } from '../perturb/draw-kind.ts';
import { proveLoad } from '../perturb/prove-load.ts';
import { trySeeds } from '../perturb/try-seeds.ts';
import { type SettingsShare, trySettings } from '../perturb/try-settings.ts';
import { logOf, type Turned, type Turning } from '../perturb/turning.ts';
import { type Plan, Stopped, say } from '../plan.ts';
import { type Bench, before } from './bench.ts';
import { NO_TALLY } from './findings-so-far.ts';
import { proofLine, seedsLine, settingsLine } from './perturb-sentences.ts';
import { usualFingerprints } from './usual-fingerprints.ts';

/** `unexplained`: something failed that no setting accounts for. */
export type SettingsEnd = 'proved' | 'unexplained' | 'nothing';

/** Zones, locales, users and their like: nothing is taken from the test that it may need. */
export function* turnSettings(bench: Bench, share: SettingsShare): Plan<SettingsEnd> {
  const choices = bench.question.knobs.filter((choice) => isSetting(choice) && !isTakenAway(choice)).map(fewDraws);
  return yield* turn(bench, choices, share, turningOf(bench, 'settings'));
}

/** Network, open files, memory: what many tests need, each by itself, with the tests before it, which may have used some up. */
export function* turnScarcity(bench: Bench): Plan<SettingsEnd> {
  const { question } = bench;
  const choices = question.knobs
    .filter((choice) => isSetting(choice) && isTakenAway(choice))
    .map((choice) => ({ ...choice, settings: choice.settings.slice(-1) }));
  const upTo = [...before(question), question.target];
  const turning = turningOf(bench, 'scarcity', question.can.select === 'test' ? upTo : question.suite);
  for (const choice of choices) {
    if ((yield* turn(bench, [choice], { from: 0, to: 0, alone: true }, turning)) !== 'proved') continue;
    if (!(yield* isNeed(bench))) return 'proved';
    takeAsNeed(bench);
  }
  return 'nothing';
}

function* turn(
  bench: Bench,
  choices: readonly KnobChoice[],
  share: SettingsShare,
  turning: Turning,
): Plan<SettingsEnd> {
  if (choices.length === 0) return 'nothing';
  const found = yield* trySettings(turning, choices, share);
  keep(bench, { screens: found.screens, proof: found.proof, passed: found.passed, trials: found.trials });
  yield* say('perturb', found.proof ? proofLine(found.proof) : settingsLine(found));
  endIfOver(found.stopped);
  return found.proof ? 'proved' : found.unexplained ? 'unexplained' : 'nothing';
}

/** It fails by itself now and then: does it hang on a draw that we can make? */
export function* turnSeeds(bench: Bench): Plan<boolean> {
  const { question, findings } = bench;
  const plain = aloneOrSuite(bench);
  const seeds = yield* trySeeds(turningOf(bench, 'seeds'), plain);
  if (seeds.length === 0) return false;
  const decides = seeds.find(({ kind }) => kind === 'decides');
  const choice = question.knobs.find(({ knob }) => knob === decides?.knob);
  const proof = decides && choice ? seedProof(bench, decides, choice, plain) : null;
  keep(bench, { seeds, proof, trials: seeds[0]!.trials });
  yield* say('perturb', proof ? proofLine(proof) : seedsLine(seeds));
  endIfOver(seeds[0]!.stopped);
  return findings.perturb?.proof != null;
}

export function* turnLoads(bench: Bench, suspects: readonly Turned[], tests: readonly TestId[]): Plan<boolean> {
  const found = yield* proveLoad(turningOf(bench, 'loads', tests), suspects, bench.seen);
  keep(bench, {
    screens: found.screens,
    proof: found.proof,
    trials: found.screens.flatMap(({ trials }) => trials),
  });
  if (found.proof) yield* say('perturb', proofLine(found.proof));
  endIfOver(found.stopped);
  return found.proof !== null;
}

/** Under the limit that fails with the tests before it, does it fail alone as well? Then it needs that much, and nothing leaks. */
function* isNeed(bench: Bench): Plan<boolean> {
  const { question, findings } = bench;
  const { cause, failing } = findings.perturb!.proof!;
  if (cause.family !== 'resource-leak') return false;
  if (question.can.select !== 'test' || before(question).length === 0) return true;
  const alone = turningOf(bench, 'need', [question.target]);
  const log = logOf(alone, ALONE_RUNS);
  for (let asked = 0; asked < ALONE_RUNS; asked += 1) {
    const [answer] = yield* log.put([failing], {
      doing: 'alone under the same limit',
      why: 'a leak needs other tests before it; a need does not',
    });
    if (answer!.failed !== false) return true;
  }
  return false;
}

/** What it needs is no finding about its failures; it is kept apart, and the search goes on. */
function takeAsNeed({ findings }: Bench): void {
  const { proof, needs, screens, ...rest } = findings.perturb!;
  findings.perturb = {
    ...rest,
    proof: null,
    screens: screens.slice(0, -1),
    needs: [...needs, ...(proof?.factors ?? [])],
  };
}

const ALONE_RUNS = 6;

/** Constant from run to run on one machine, and as cheap as a plain trial. */
const isSetting = ({ deterministic, exclusive }: KnobChoice): boolean => deterministic && !exclusive;

const isTakenAway = ({ cause }: KnobChoice): boolean => cause.family === 'resource-leak' || cause.kind === 'network';

/** Of draws a few stand for all: where nothing failed by itself, many were made already. */
const MOST_DRAWS = 3;
const fewDraws = (choice: KnobChoice): KnobChoice =>
  choice.shape === 'seed' ? { ...choice, settings: choice.settings.slice(0, MOST_DRAWS) } : choice;

export function turningOf(bench: Bench, fork: string, tests: readonly TestId[] = selectionOf(bench)): Turning {
  const { question, make, seen } = bench;
  return {
    target: question.target,
    knobs: question.knobs,
    make: (conditions) => make(tests, { conditions }),
    fingerprints: () => usualFingerprints(seen, question.target),
    random: question.random.fork(`perturb ${fork}`),
    jobs: question.jobs,
  };
}

/** The target alone where it can fail alone, else with what runs before it. */
function selectionOf({ question, findings }: Bench): readonly TestId[] {
  const { target, can, suite } = question;
  if (can.select !== 'test') return suite;
  const alone = findings.isolate?.alone ?? findings.confirm?.arms.alone;
  const inSuite = findings.isolate?.suite ?? findings.confirm?.arms.suite;
  return (inSuite?.failures ?? 0) > 0 && (alone?.failures ?? 0) === 0 ? [...before(question), target] : [target];
}

function aloneOrSuite(bench: Bench): Tally {
  const { findings } = bench;
  const { isolate, confirm } = findings;
  const alone = isolate?.alone ?? confirm?.arms.alone;
  const inSuite = isolate?.suite ?? confirm?.arms.suite ?? NO_TALLY;
  return alone && (alone.failures > 0 || inSuite.failures === 0) ? alone : inSuite;
}

function seedProof(bench: Bench, found: SeedFinding, choice: KnobChoice, plain: Tally): FactorProof {
  const { knob } = choice;
  const [setting, other] = [found.failing[0]!, found.passing[0]!];
  const { with: fails, without, control } = found.confirmed!;
  return {
    kind: 'seed',
    factors: [{ knob, setting }],
    cause: { ...choice.cause, kind: drawKind(choice.cause.kind, bench.seen, bench.question.target, fails.trials) },
    failing: { [knob]: setting },
    passing: { [knob]: other },
    with: fails,
    without: plain,
    pinned: without,
    control,
    levels: null,
    doubt: control === null || control.failures === control.runs ? `the control of ${knob} never passed` : null,
  };
}

const NOTHING_TURNED: PerturbFinding = { seeds: [], screens: [], proof: null, passed: [], needs: [], trials: [] };

function keep({ findings }: Bench, more: Partial<PerturbFinding>): void {
  const so = findings.perturb ?? NOTHING_TURNED;
  findings.perturb = {
    seeds: [...so.seeds, ...(more.seeds ?? [])],
    screens: [...so.screens, ...(more.screens ?? [])],
    proof: more.proof ?? so.proof,
    passed: [...so.passed, ...(more.passed ?? [])],
    needs: so.needs,
    trials: [...so.trials, ...(more.trials ?? [])],
  };
}

/** A stage that has used up its own share lets the next one go on; a spent budget ends all. */
export function endIfOver(stopped: StopReason | undefined): void {
  if (stopped === 'budget' || stopped === 'cancelled') throw new Stopped(stopped);
}
