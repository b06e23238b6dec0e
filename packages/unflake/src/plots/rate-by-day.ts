/** Plot of a test's failure rate day by day, with its confidence interval. */
import { fraction, span } from '../text/rate.ts';
import { daysAxis } from './days-axis.ts';
import { el, type Markup } from './element.ts';
import { emptyFigure, figure, label, WIDTH } from './figure.ts';

const LEFT = 54;
const RIGHT = 12;
const TOP = 10;
const HEIGHT = 130;
const FRAME = { id: 'rate-by-day', title: 'Failure rate by day' } as const;

export interface DayCount {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly runs: number;
  readonly failures: number;
  readonly low: number;
  readonly high: number;
}

/** Days in the order of time. */
export function rateByDay(days: readonly DayCount[]): Markup {
  if (days.length === 0) return emptyFigure({ ...FRAME, why: 'No result of CI in these days.' });
  const axis = daysAxis(
    days.map(({ day }) => day),
    LEFT,
    WIDTH - RIGHT,
  );
  const bottom = TOP + HEIGHT;
  const y = (rate: number) => bottom - rate * HEIGHT;
  const body = [
    [0, 0.5, 1].map((rate) => [
      el('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(rate), y2: y(rate), class: 'grid' }),
      label(LEFT - 8, y(rate) + 4, `${rate * 100} %`, 'end soft'),
    ]),
    axis.drawn(bottom),
    days.map(({ day, low, high, ...count }) => {
      const kind = count.failures > 0 ? 'fail' : 'pass';
      const x = axis.at(day);
      return el(
        'g',
        {},
        el('title', {}, `${day}: failed ${fraction(count)} (${span({ low, high, level: 0.95 })})`),
        el('line', { x1: x, x2: x, y1: y(low), y2: y(high), class: `interval ${kind}` }),
        el('circle', { cx: x, cy: y(count.failures / count.runs), r: 3.5, class: kind }),
      );
    }),
  ];
  const caption =
    'Dot: the share of runs that failed on that day, whatever the reason. Line: where the rate lies with 95 % confidence (Clopper-Pearson).';
  return figure({ ...FRAME, height: bottom + 24, caption, body });
}
