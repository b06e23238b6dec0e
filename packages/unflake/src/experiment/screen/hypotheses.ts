/**
 * Every explanation that a screening weighs: no factor, one, either of two, two together, one unless another; and which vectors activate
 * each.
 */
import type { ScreenFactor, Vector } from './factor.ts';

export type HypothesisKind = 'none' | 'single' | 'either' | 'both' | 'unless';

export interface ScreenHypothesis {
  readonly kind: HypothesisKind;
  /** Positions of the factors; `second` is −1 without one. For `unless` the second suppresses the first. */
  readonly first: number;
  readonly second: number;
  readonly logPrior: number;
  /** Its factors are deterministic, so it fails nearly always when active. */
  readonly sure: boolean;
}

/** Priors. Single causes lead; pairs that need each other follow, because one at a time never shows them. */
const BEFORE = { none: 0.15, single: 0.55, either: 0.08, both: 0.15, unless: 0.07 } as const;

export function hypothesesOf(factors: readonly ScreenFactor[]): readonly ScreenHypothesis[] {
  const found: (Omit<ScreenHypothesis, 'logPrior'> & { readonly weight: number })[] = [];
  const add = (kind: HypothesisKind, first: number, second: number) => {
    const parts = [factors[first], factors[second]].filter((factor) => factor !== undefined);
    const weight = parts.reduce((product, factor) => product * factor.weight, 1);
    const sure = parts.length > 0 && parts.every((factor) => factor.deterministic);
    if (weight > 0) found.push({ kind, first, second, sure, weight });
  };
  add('none', -1, -1);
  for (const [i, a] of factors.entries()) {
    add('single', i, -1);
    for (let j = i + 1; j < factors.length; j += 1) {
      const b = factors[j]!;
      add('either', i, j);
      // Settings of one knob exclude each other, and factors tried only alone cannot meet.
      if (a.knob === b.knob || !a.combinable || !b.combinable) continue;
      add('both', i, j);
      add('unless', i, j);
      add('unless', j, i);
    }
  }
  const totals = new Map<HypothesisKind, number>();
  for (const { kind, weight } of found) totals.set(kind, (totals.get(kind) ?? 0) + weight);
  const all = [...totals.keys()].reduce((sum, kind) => sum + BEFORE[kind], 0);
  return found.map(({ weight, ...hypothesis }) => ({
    ...hypothesis,
    logPrior: Math.log((BEFORE[hypothesis.kind] * weight) / (totals.get(hypothesis.kind)! * all)),
  }));
}

/** Whether the failure is provoked when these factors are on. */
export function isActive({ kind, first, second }: ScreenHypothesis, vector: Vector): boolean {
  switch (kind) {
    case 'none':
      return false;
    case 'single':
      return vector[first] === 1;
    case 'either':
      return vector[first] === 1 || vector[second] === 1;
    case 'both':
      return vector[first] === 1 && vector[second] === 1;
    case 'unless':
      return vector[first] === 1 && vector[second] !== 1;
    default:
      return kind satisfies never;
  }
}

export const positionsOf = ({ first, second }: ScreenHypothesis): readonly number[] =>
  [first, second].filter((position) => position >= 0);
