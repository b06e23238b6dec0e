/** Plot of counts of failures, one bar a day. */
import { plural } from '../text/plural.ts';
import { daysAxis } from './days-axis.ts';
import { el, type Markup } from './element.ts';
import { emptyFigure, figure, label, WIDTH } from './figure.ts';

const LEFT = 44;
const RIGHT = 12;
const TOP = 10;
const HEIGHT = 110;
const GAP = 3;
const FRAME = { id: 'failures-by-day', title: 'Failures on unchanged code' } as const;

/** Days in the order of time, each once. */
export function failuresByDay(days: readonly { readonly day: string; readonly failures: number }[]): Markup {
  if (days.length === 0) return emptyFigure({ ...FRAME, why: 'No result of CI is known.' });
  const most = Math.max(1, ...days.map(({ failures }) => failures));
  const axis = daysAxis(
    days.map(({ day }) => day),
    LEFT,
    WIDTH - RIGHT,
  );
  const bottom = TOP + HEIGHT;
  const y = (count: number) => bottom - (count / most) * HEIGHT;
  const width = Math.max(2, axis.column - GAP);
  const body = [
    [...new Set([0, most])].map((count) => [
      el('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(count), y2: y(count), class: 'grid' }),
      label(LEFT - 8, y(count) + 4, String(count), 'end soft'),
    ]),
    axis.drawn(bottom),
    days
      .filter(({ failures }) => failures > 0)
      .map(({ day, failures }) =>
        el(
          'rect',
          {
            x: axis.at(day) - width / 2,
            y: y(failures),
            width,
            height: bottom - y(failures),
            rx: 1.5,
            class: 'fail',
          },
          el('title', {}, `${day}: ${plural(failures, 'failure')}`),
        ),
      ),
  ];
  const caption = 'Failures a day, without those of commits that broke a test and of incidents of whole runs.';
  return figure({ ...FRAME, height: bottom + 24, caption, body });
}
