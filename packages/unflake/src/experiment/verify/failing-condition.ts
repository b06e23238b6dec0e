/** What a case says about its failure: the selections and conditions that show it, those that do not, and how often it failed there. */
import type { Count } from '../../contract/evidence.ts';
import type { Tally } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, Trial } from '../../contract/trial.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import { mergeTallies, NO_TALLY } from '../tally.ts';
import { FIX } from './fix-limits.ts';
import { passesFor } from './passes-for.ts';

/** What a trial runs, and under which settings. */
export interface Selection {
  readonly tests: readonly TestId[];
  readonly repeat: number;
  readonly conditions: Conditions;
}

export interface FailingCondition {
  /** Each shows the failure; they are taken in turns, so that a fix of one of two polluters does not pass. */
  readonly failing: readonly Selection[];
  /** The control; null where the case has none. */
  readonly passing: Selection | null;
  /** How often it failed on the old code. */
  readonly before: Tally;
  /** The knob whose settings are equal draws: each run takes a new one, because a fix may only move the failure to other draws. */
  readonly draw: { readonly knob: string; readonly setting: string } | null;
  /** The failure needs something that an earlier run left outside, so the first run only leaves it. */
  readonly leaves: boolean;
  /** Time limits and exclusiveness of the recorded trial. */
  readonly like: Trial;
}

export type CaseEvidence = Partial<
  Pick<FindingsSoFar, 'reproduce' | 'order' | 'searched' | 'perturb' | 'residue' | 'isolate' | 'cleaners'>
>;

/** Null if the case has recorded no failing condition. */
export function failingCondition(target: TestId, found: CaseEvidence): FailingCondition | null {
  const { reproduce } = found;
  if (!reproduce || reproduce.fails.failures === 0) return null;
  const { failing, passing } = reproduce;
  const main = selectionOf(failing);
  const draw = drawIn(found, main);
  const more = draw === null ? [...otherSets(target, found, main), ...otherSettings(found, main)] : draw.known;
  return {
    failing: [main, ...more],
    passing: passing === null ? null : selectionOf(passing),
    before: draw === null ? beforeOf(found) : draw.before,
    draw: draw === null ? null : { knob: draw.knob, setting: draw.setting },
    leaves: found.residue != null,
    like: failing,
  };
}

const selectionOf = ({ tests, repeat, conditions }: Trial): Selection => ({ tests, repeat, conditions });

/** The other minimal sets of polluters. A brittle test fails alone, whatever its setters are. */
function otherSets(target: TestId, { order, searched }: CaseEvidence, main: Selection): readonly Selection[] {
  if (searched !== 'victim' || !order) return [];
  const known = main.tests.join('\0');
  return order.sets
    .map((set) => ({ ...main, tests: [...set, target] }))
    .filter(({ tests }) => tests.join('\0') !== known);
}

/**
 * The other zones, dates or locales at which it always failed. Doses of a load are left out: at a weaker one a pass says less than the old
 * rate makes believe.
 */
function otherSettings({ perturb }: CaseEvidence, main: Selection): readonly Selection[] {
  const proof = perturb?.proof;
  if (proof?.kind !== 'single' || proof.cause.family !== 'external') return [];
  const [factor] = proof.factors;
  if (factor === undefined || !(factor.knob in main.conditions)) return [];
  return (proof.levels?.tallies ?? [])
    .filter(({ level, tally }) => level !== main.conditions[factor.knob] && tally.runs > 0 && alwaysFailed(tally))
    .map(({ level }) => ({ ...main, conditions: { ...main.conditions, [factor.knob]: level } }));
}

const LAST_NUMBER = /\d+$/;

/** Another draw of the same kind as this one. */
export const drawLike = (setting: string, draw: number): string => setting.replace(LAST_NUMBER, String(draw));

/** Counted over draws: one draw always fails or always passes, so its own rate says nothing about a fix. */
function drawIn({ perturb }: CaseEvidence, main: Selection) {
  const proof = perturb?.proof;
  if (proof?.kind !== 'seed') return null;
  const [factor] = proof.factors;
  const found = perturb?.seeds.find(({ knob }) => knob === factor?.knob);
  const setting = found && [...found.failing, ...found.passing].find((one) => LAST_NUMBER.test(one));
  if (!factor || !found || setting === undefined) return null;
  const { knob } = factor;
  const { failing, passing, trials } = found;
  const draws: Tally = { failures: failing.length, runs: failing.length + passing.length, trials };
  // Where nothing is set and both outcomes occur, each run is a draw too.
  const isDrawn = proof.without.failures > 0 && proof.without.failures < proof.without.runs;
  return {
    knob,
    setting,
    known: failing
      .filter((one) => one !== main.conditions[knob])
      .map((one) => ({ ...main, conditions: { ...main.conditions, [knob]: one } })),
    before: isDrawn ? mergeTallies(draws, proof.without) : draws,
  };
}

/** All runs that were made to prove the cause or to print it. Runs of the search are left out: what it found, it found because it failed. */
function beforeOf(found: CaseEvidence): Tally {
  const { fails, failing } = found.reproduce!;
  const proved = provedOf(found);
  if (proved.runs === 0) return fails;
  const all = mergeTallies(fails, proved);
  // A plain command may fail more or less often than our trials: then what needs more passes counts.
  const isSame = failing.mode === 'probe' || (alwaysFailed(fails) && alwaysFailed(proved));
  return isSame ? all : [fails, proved, all].toSorted((a, b) => needed(b) - needed(a))[0]!;
}

const needed = (count: Count): number => passesFor(count, FIX);
const alwaysFailed = ({ failures, runs }: Count): boolean => failures === runs;

function provedOf({ reproduce, order, searched, perturb, residue, isolate }: CaseEvidence): Tally {
  if (residue) return residue.event === 'failure' ? residue.there : residue.aside;
  if (order && order.confirmed.length > 0 && searched === 'victim') {
    return order.confirmed.map((one) => one.with).reduce(mergeTallies, NO_TALLY);
  }
  if (order && order.confirmed.length > 0 && searched === 'brittle') {
    const { failures, runs, trials } = order.confirmed[0]!.without;
    // In a search for setters, the event is the pass.
    return { failures: runs - failures, runs, trials };
  }
  if (perturb?.proof) return perturb.proof.with;
  const { failing } = reproduce!;
  if (Object.keys(failing.conditions).length > 0 || failing.repeat > 1) return NO_TALLY;
  return (failing.tests.length === 1 ? isolate?.alone : NO_TALLY) ?? NO_TALLY;
}
