/** Plot of the odds of each hypothesis while trials came in: a step where evidence moved them. */
import type { OddsStep } from '../contract/diagnosis.ts';
import { percent } from '../text/rate.ts';
import { shorten } from '../text/shorten.ts';
import { el, type Markup } from './element.ts';
import { emptyFigure, figure, label, WIDTH } from './figure.ts';

const LEFT = 54;
const RIGHT = 176;
const TOP = 10;
const HEIGHT = 170;
/** Labels at the ends of lines need this much, and with more lines nobody follows one. */
const LABEL = 16;
const MAX_LINES = 5;
const FRAME = { id: 'odds', title: 'Odds over time' } as const;

export function oddsPlot(steps: readonly OddsStep[]): Markup {
  if (steps.length < 2) return emptyFigure({ ...FRAME, why: 'No evidence moved the odds.' });
  const last = steps.at(-1)!;
  const bottom = TOP + HEIGHT;
  const most = Math.max(1, ...steps.map(trialOf));
  const x = (trial: number) => LEFT + (trial / most) * (WIDTH - LEFT - RIGHT);
  const y = (chance: number) => bottom - chance * HEIGHT;
  const lines = last.chances
    .map(({ family, kind, posterior }, index) => ({ name: kind, key: `${family} / ${kind}`, posterior, index }))
    .toSorted((a, b) => b.posterior - a.posterior)
    .slice(0, MAX_LINES);
  // Lines that end at one height have their labels below each other.
  let free = TOP;
  const body = [
    [0, 0.5, 1].map((rate) => [
      el('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(rate), y2: y(rate), class: 'grid' }),
      label(LEFT - 8, y(rate) + 4, `${rate * 100} %`, 'end soft'),
    ]),
    label(LEFT, bottom + 16, 'trial 0', 'tick'),
    label(WIDTH - RIGHT, bottom + 16, `trial ${most}`, 'tick'),
    lines.map(({ name, key, posterior, index }, rank) => {
      const place = Math.max(free, Math.min(y(posterior) + 4, bottom - (lines.length - rank - 1) * LABEL));
      free = place + LABEL;
      return el(
        'g',
        {},
        el('title', {}, `${key}: ${percent(posterior)}`),
        el('path', { d: path(steps, index, x, y), class: `curve ${rank === 0 ? 'leading' : 'other'}` }),
        label(WIDTH - RIGHT + 10, place, `${shorten(name, 20)} ${percent(posterior)}`, rank === 0 ? '' : 'soft'),
      );
    }),
  ];
  const caption =
    'Each step is a piece of evidence, at the trial that completed it. The strong line is the hypothesis that leads in the end.';
  return figure({ ...FRAME, height: bottom + 24, caption, body });
}

const trialOf = ({ after }: OddsStep): number => (after === null ? 0 : Number(after.slice(2)));

function path(
  steps: readonly OddsStep[],
  index: number,
  x: (trial: number) => number,
  y: (chance: number) => number,
): string {
  const round = (value: number) => Math.round(value * 10) / 10;
  return steps
    .map((step, at) => {
      const height = round(y(step.chances[index]!.posterior));
      const place = round(x(trialOf(step)));
      return at === 0 ? `M${place} ${height}` : `H${place}V${height}`;
    })
    .join('');
}
