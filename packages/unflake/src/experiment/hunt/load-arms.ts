/** The arms of a hunt that run the suite beside others, or with less CPU time. */
import type { KnobChoice } from '../../contract/knob.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions } from '../../contract/trial.ts';
import type { ArmsContext, HuntArm, RoundTrial } from './hunt-arm.ts';
import { byFile } from './orders.ts';
import { slowArms } from './slow-arms.ts';

const COPIES: Conditions = { copies: '3' };
/** A round in parts starts at most so many processes that their starts take as long as the suite. */
const STARTS_SHARE = 1;

export function loadArms(context: ArmsContext): readonly HuntArm[] {
  const { knobs, cores, shards } = context.options;
  const has = (name: string) => knobs.find(({ knob }: KnobChoice) => knob === name);
  const many = String(Math.max(2, cores));
  const knob = (has('cpu') ?? has('quota'))?.knob;
  const slowdowns = knob === undefined ? null : slowArms(knob, context);
  return [
    ...(slowdowns === null ? [] : [slowdowns.slow]),
    ...(has('copies') ? [load('3 copies', 'parallel runs may collide', COPIES), copiesInParts(context)] : []),
    ...(has('workers') ? [load(`${many} workers`, 'tests in parallel may collide', { workers: many })] : []),
    // Machines that share rounds measure nothing, so that none can say what it costs.
    ...(slowdowns === null || shards !== undefined ? [] : [slowdowns.verySlow]),
  ];
}

const load = (name: string, why: string, conditions: Conditions): HuntArm => ({
  name,
  why,
  floor: 1,
  next: (tests: readonly TestId[]) => [{ tests, how: { conditions } }],
});

/** Copies of a long suite drift apart, and those of a few files do not: the same test runs in all copies at about the same time. */
function copiesInParts({ duration, startupMs }: ArmsContext): HuntArm {
  return {
    ...load('3 copies, in parts', 'copies that start together run the same test together', COPIES),
    suiteRuns: () => 1 + STARTS_SHARE,
    next: (tests) => {
      const suiteMs = tests.reduce((sum, test) => sum + duration(test), 0);
      const most = Math.max(1, Math.floor((STARTS_SHARE * suiteMs) / startupMs()));
      const parts = inParts(byFile(tests), most);
      // A round of copies of the whole suite has shown the same.
      if (parts.length === 1) return null;
      return parts.map((part): RoundTrial => ({ tests: part, how: { conditions: COPIES } }));
    },
  };
}

/** Whole files in at most so many parts. */
function inParts(files: readonly (readonly TestId[])[], most: number): readonly (readonly TestId[])[] {
  const size = Math.ceil(files.length / Math.min(most, files.length));
  return Array.from({ length: Math.ceil(files.length / size) }, (_, at) =>
    files.slice(at * size, (at + 1) * size).flat(),
  );
}
