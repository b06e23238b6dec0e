/** The record block ORDERING BISECTION. A step is one subset of the earlier tests; consecutive runs of one subset share a line. */
import type { CaseRecord } from '../../../contract/case-record.ts';
import type { OrderFinding, OrderStep } from '../../../contract/findings.ts';
import { plural } from '../../../text/plural.ts';
import { shortName } from '../../../text/short-name.ts';
import { letter, letters, rowsOf } from './run-letters.ts';

export function orderingBlock({ findings, trials, testsBefore }: CaseRecord): string | null {
  const { order } = findings;
  if (order === null) return null;
  const outcomes = new Map(trials.map(({ id, outcome }) => [id, outcome]));
  const eventLetter = findings.searched === 'brittle' ? { yes: 'P', no: 'F' } : { yes: 'F', no: 'P' };
  const shown = ({ trial, event }: OrderStep) => {
    const outcome = outcomes.get(trial);
    return outcome === undefined ? (event ? eventLetter.yes : eventLetter.no) : letter(outcome);
  };
  const groups = bySubset(order.steps);
  return [
    'ORDERING BISECTION',
    `Full suite: ${plural(testsBefore, 'test')} before target`,
    ...groups.map((steps, index) => {
      const here = steps.some(({ event }) => event) ? 'here!' : 'not here';
      return `Step ${index + 1}: ${subsetText(steps[0]!.subset)} + target → ${plural(steps.length, 'run')}: ${steps.map(shown).join(' ')} (${here})`;
    }),
    ...order.sets.flatMap((set, index) => {
      const proof = order.confirmed[index];
      if (!proof) return [];
      const rows = rowsOf(proof.with, trials);
      const step = groups.length + index + 1;
      return `Step ${step}: ${set.map(shortName).join(' + ')} + target → ${plural(rows.length, 'run')}: ${letters(rows)} (CONFIRMED)`;
    }),
    ...conclusion(order, findings.searched),
  ].join('\n');
}

/** `0-23,31` → `tests[0:23,31]`, `31` → `test[31]`. */
export function subsetText(subset: string): string {
  if (subset === '') return 'no tests';
  return /^\d+$/.test(subset) ? `test[${subset}]` : `tests[${subset.replaceAll('-', ':')}]`;
}

function bySubset(steps: readonly OrderStep[]): readonly (readonly OrderStep[])[] {
  const groups: OrderStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last?.[0]?.subset === step.subset) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

function conclusion({ sets, kind }: OrderFinding, searched: 'victim' | 'brittle' | null): readonly string[] {
  const label = searched === 'brittle' ? 'Needed test' : 'Interfering test';
  if (sets.length === 0) return [`${label}: none found (${kind})`];
  return sets.map((set) => {
    const named = set.map((test) => `${shortName(test)} (${test})`).join(' + ');
    return set.length === 1 ? `${label}: ${named}` : `${label}s, all needed: ${named}`;
  });
}
