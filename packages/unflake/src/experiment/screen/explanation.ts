/** A hypothesis in words that also tell it from every other. */
import type { ScreenFactor } from './factor.ts';
import type { ScreenHypothesis } from './hypotheses.ts';

export function explanationOf(factors: readonly ScreenFactor[], { kind, first, second }: ScreenHypothesis): string {
  const name = (at: number) => `${factors[at]!.knob} ${factors[at]!.setting}`;
  switch (kind) {
    case 'none':
      return 'no factor';
    case 'single':
      return name(first);
    case 'either':
      return `${name(first)} or ${name(second)}`;
    case 'both':
      return `${name(first)} together with ${name(second)}`;
    case 'unless':
      return `${name(first)} unless ${name(second)}`;
    default:
      return kind satisfies never;
  }
}
