/** Plot of a test's durations, passing against failing. Of a case, runs that are not comparable are left out. */
import type { TrialRow } from '../contract/case-record.ts';
import { isFailure, type Outcome } from '../contract/outcome.ts';
import { duration } from '../text/duration.ts';
import { isComparable } from './comparable.ts';
import { el, type Markup } from './element.ts';
import { emptyFigure, figure, label, WIDTH } from './figure.ts';

const LEFT = 150;
const RIGHT = 24;
const BAND = 56;
const TOP = 6;
const FRAME = { id: 'durations', title: 'Durations' } as const;

export interface TimedRun {
  /** For people who point at its dot. */
  readonly id: string;
  readonly outcome: Outcome;
  readonly ms: number;
}

export const durations = (trials: readonly TrialRow[]): Markup => durationsOf(trials.filter(isComparable));

export function durationsOf(runs: readonly TimedRun[]): Markup {
  const timed = runs.filter(({ ms }) => ms > 0);
  const groups = [
    { name: 'passed', kind: 'pass', rows: timed.filter(({ outcome }) => outcome === 'passed') },
    { name: 'failed', kind: 'fail', rows: timed.filter(({ outcome }) => isFailure(outcome)) },
  ].filter(({ rows }) => rows.length > 0);
  if (groups.length === 0) return emptyFigure({ ...FRAME, why: 'No run has a duration.' });
  const all = groups.flatMap(({ rows }) => rows.map(({ ms }) => ms));
  const scale = logScale(Math.min(...all), Math.max(...all));
  const bottom = TOP + groups.length * BAND;
  const body = [
    scale.ticks.map((ms) => [
      el('line', { x1: scale.at(ms), x2: scale.at(ms), y1: TOP, y2: bottom, class: 'grid' }),
      label(scale.at(ms), bottom + 16, duration(ms), 'tick'),
    ]),
    groups.map(({ name, kind, rows }, index) => band(name, kind, rows, TOP + index * BAND, scale.at)),
  ];
  const caption = 'One dot per run on a logarithmic scale; the upright line is the median.';
  return figure({ ...FRAME, height: bottom + 24, caption, body });
}

function band(
  name: string,
  kind: string,
  rows: readonly TimedRun[],
  y: number,
  at: (ms: number) => number,
): readonly Markup[] {
  const sorted = rows.map(({ ms }) => ms).sort((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)]!;
  return [
    label(LEFT - 10, y + BAND / 2 - 3, `${name} (${rows.length})`, 'name'),
    label(LEFT - 10, y + BAND / 2 + 13, `median ${duration(median)}`, 'name soft'),
    // Spread over the band by index, so that equal durations do not hide each other.
    ...rows.map(({ id, ms }, index) =>
      el(
        'circle',
        { cx: at(ms), cy: y + 10 + ((index * 7) % 12) * ((BAND - 20) / 12), r: 3, class: `${kind} faint` },
        el('title', {}, `${id}: ${duration(ms)}`),
      ),
    ),
    el('line', { x1: at(median), x2: at(median), y1: y + 6, y2: y + BAND - 6, class: `median ${kind}` }),
  ];
}

function logScale(
  low: number,
  high: number,
): { readonly at: (ms: number) => number; readonly ticks: readonly number[] } {
  const from = Math.log10(low) - 0.08;
  const to = Math.log10(Math.max(high, low * 2)) + 0.08;
  const at = (ms: number) => LEFT + ((Math.log10(ms) - from) / (to - from)) * (WIDTH - LEFT - RIGHT);
  const ticks = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** (power - 3))).flat();
  const inside = ticks.filter((ms) => Math.log10(ms) >= from && Math.log10(ms) <= to);
  // Over several decades there is room only for powers of ten.
  return { at, ticks: inside.length > 8 ? inside.filter((ms) => Number.isInteger(Math.log10(ms))) : inside };
}
