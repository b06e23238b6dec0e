/** A failure rate for people: as a fraction, in per cent, and with its confidence interval. */
import type { Count, Interval } from '../contract/evidence.ts';

// Two-sided 95 % of the normal distribution.
const Z = 1.959963984540054;

/** Wilson's score interval: closed form, and sensible at 0 and at n. Null without runs. */
export function rateInterval({ failures, runs }: Count): Interval | null {
  if (runs === 0) return null;
  const rate = failures / runs;
  const spread = (Z * Math.sqrt((rate * (1 - rate)) / runs + (Z * Z) / (4 * runs * runs))) / (1 + (Z * Z) / runs);
  const middle = (rate + (Z * Z) / (2 * runs)) / (1 + (Z * Z) / runs);
  // At the ends rounding may leave the rate itself just outside.
  const low = failures === 0 ? 0 : Math.max(0, middle - spread);
  const high = failures === runs ? 1 : Math.min(1, middle + spread);
  return { low, high, level: 0.95 };
}

/** `3/20`. */
export function fraction({ failures, runs }: Count): string {
  return `${failures}/${runs}`;
}

/** `15 %`; small rates keep a decimal, and only exact values are printed as 0 or 100. */
export function percent(rate: number): string {
  const value = rate * 100;
  if (value > 0 && value < 0.1) return '< 0.1 %';
  if (value > 99.9 && value < 100) return '> 99.9 %';
  const digits = value < 10 || (value > 99 && value < 100) ? 1 : 0;
  return `${value.toFixed(digits).replace(/\.0$/, '')} %`;
}

/** `3/20 (5–36 %)`, or a dash without runs. */
export function rateText(count: Count): string {
  const interval = rateInterval(count);
  return interval === null ? '–' : `${fraction(count)} (${span(interval)})`;
}

/** `5–36 %`. */
export function span({ low, high }: Interval): string {
  return `${Math.round(low * 100)}–${Math.round(high * 100)} %`;
}
