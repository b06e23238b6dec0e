/** Plot of the failure rate in each arm, with its confidence interval. */
import { type CaseRecord, SUBSET_ARM } from '../contract/case-record.ts';
import type { Count } from '../contract/evidence.ts';
import { rateInterval, rateText } from '../text/rate.ts';
import { shortName } from '../text/short-name.ts';
import { shorten } from '../text/shorten.ts';
import { byArm } from './by-arm.ts';
import { el, type Markup } from './element.ts';
import { emptyFigure, figure, label, WIDTH } from './figure.ts';

const LEFT = 150;
const RIGHT = 150;
const LINE = 26;
const TOP = 8;
const FRAME = { id: 'rates', title: 'Failure rates' } as const;

/** How often a test failed under one arm, and where its rate lies. */
export interface ArmRate {
  readonly arm: string;
  readonly count: Count;
  readonly low: number;
  readonly high: number;
}

export function rateIntervals(record: CaseRecord): Markup {
  const plain = byArm(record.trials.filter(({ arm }) => arm !== SUBSET_ARM));
  const arms = [...plain, ...provedSets(record)].filter(({ count }) => count.runs > 0);
  const rates = arms.map(({ arm, count }) => ({ arm, count, ...rateInterval(count)! }));
  return armRates(rates, { ...FRAME, method: 'Wilson' });
}

/** `method`: how the intervals were computed. */
export function armRates(
  arms: readonly ArmRate[],
  { method, ...frame }: { readonly id: string; readonly title: string; readonly method: string },
): Markup {
  if (arms.length === 0) return emptyFigure({ ...frame, why: 'No run passed or failed.' });
  const bottom = TOP + arms.length * LINE;
  const body = [
    [0, 0.25, 0.5, 0.75, 1].map((rate) => gridLine(rate, bottom)),
    arms.map(({ arm, count, low, high }, index) => {
      const y = TOP + index * LINE + LINE / 2;
      const kind = count.failures > 0 ? 'fail' : 'pass';
      return [
        label(LEFT - 10, y + 4, shorten(arm, 22), 'name'),
        el('line', { x1: at(low), x2: at(high), y1: y, y2: y, class: `interval ${kind}` }),
        el('circle', { cx: at(count.failures / count.runs), cy: y, r: 5, class: kind }),
        label(WIDTH - RIGHT + 16, y + 4, rateText(count), 'value'),
      ];
    }),
  ];
  const caption = `Dot: the share of runs that failed. Line: where the true rate lies with 95 % confidence (${method}). Arms whose lines are apart differ.`;
  return figure({ ...frame, height: bottom + 24, caption, body });
}

/** The runs that proved a set are subsets too; their intersection is the set. */
function provedSets({
  findings: { order, searched },
}: CaseRecord): readonly { readonly arm: string; readonly count: Count }[] {
  return (order?.sets ?? []).flatMap((set, index) => {
    const proof = order?.confirmed[index]?.with;
    if (!proof) return [];
    // The search for setters counts passes as its event.
    const failures = searched === 'brittle' ? proof.runs - proof.failures : proof.failures;
    return { arm: `after ${set.map(shortName).join(' + ')}`, count: { failures, runs: proof.runs } };
  });
}

function at(rate: number): number {
  return LEFT + 6 + rate * (WIDTH - LEFT - RIGHT - 12);
}

function gridLine(rate: number, bottom: number): readonly Markup[] {
  const x = at(rate);
  return [
    el('line', { x1: x, x2: x, y1: TOP, y2: bottom, class: 'grid' }),
    label(x, bottom + 16, `${rate * 100} %`, 'tick'),
  ];
}
