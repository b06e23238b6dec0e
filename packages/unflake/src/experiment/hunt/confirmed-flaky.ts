/** A test that failed again under the arm that made it fail, and passes without it. */
import type { Kind } from '../../contract/cause.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialId } from '../../contract/trial.ts';
import { armOf, type Selection, type Suspect } from './suspect.ts';

export interface ConfirmedFlaky {
  readonly is: 'flaky';
  readonly test: TestId;
  /** Null where no arm brings the failure every time. */
  readonly kind: Kind | null;
  readonly arm: string;
  /** What makes it fail. */
  readonly failing: Selection;
  /** Tests whose absence makes a brittle test fail. */
  readonly needs: readonly TestId[];
  /** A trial in which it failed under that arm. */
  readonly trial: TrialId;
}

/** Of the only knob that was turned. */
export function kindOf({ options }: Suspect, conditions: Conditions): Kind | null {
  const [only, another] = Object.entries(conditions);
  if (only === undefined || another !== undefined) return null;
  const [name, setting] = only;
  const own = options.knobs.filter(({ knob }) => knob === name);
  return (own.find(({ settings }) => settings.includes(setting)) ?? own[0])?.cause.kind ?? null;
}

/** It failed again, and also passed where it did: no arm brings the failure every time. */
export function intermittent(test: TestId, failing: Selection, trial: TrialId): ConfirmedFlaky {
  return { is: 'flaky', test, kind: null, arm: armOf(failing, test), failing, needs: [], trial };
}

/** What victims failed after, each set once. */
export function pollutersOf(flaky: readonly ConfirmedFlaky[]): readonly (readonly TestId[])[] {
  const victims = flaky.filter(({ kind }) => kind === 'victim');
  return [...new Map(victims.map(({ failing: { before } }) => [before.join('\n'), before])).values()];
}

/** A command for people can set variables, but run nothing in parallel and repeat no test. */
export function isPrintable({ test, failing }: ConfirmedFlaky, knobs: readonly KnobChoice[]): boolean {
  if (failing.before.includes(test)) return false;
  const turned = Object.keys(failing.conditions);
  return turned.every((name) => knobs.some(({ knob, printable }) => knob === name && printable));
}
