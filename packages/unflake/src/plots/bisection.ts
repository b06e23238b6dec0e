/** Plot of the order search: the size of each subset, its outcome, and the bits still unknown. */
import type { OrderFinding } from '../contract/findings.ts';
import { el, type Markup } from './element.ts';
import { emptyFigure, figure, label, WIDTH } from './figure.ts';

const LEFT = 56;
const RIGHT = 16;
const SIZES = { top: 18, bottom: 118 };
const BITS = { top: 160, bottom: 240 };
const FRAME = { id: 'bisection', title: 'Order search' } as const;

export function bisection(order: OrderFinding | null): Markup {
  if (order === null || order.steps.length === 0) return emptyFigure({ ...FRAME, why: 'No order search was run.' });
  const { steps } = order;
  const pitch = (WIDTH - LEFT - RIGHT) / steps.length;
  const largest = Math.max(...steps.map(({ size }) => size), 1);
  const most = Math.max(...steps.map(({ entropy }) => entropy), 1);
  const x = (index: number) => LEFT + pitch * (index + 0.5);
  const bits = (entropy: number) => BITS.bottom - (entropy / most) * (BITS.bottom - BITS.top);
  // A square root keeps the small subsets at the end visible.
  const height = (size: number) => Math.max(2, Math.sqrt(size / largest) * (SIZES.bottom - SIZES.top));
  const body = [
    axis(SIZES, String(largest), 'tests in the subset'),
    steps.map(({ size, event, trial }, index) =>
      el(
        'rect',
        {
          x: x(index) - barWidth(pitch) / 2,
          y: SIZES.bottom - height(size),
          width: barWidth(pitch),
          height: height(size),
          class: event ? 'fail' : 'pass hollow',
        },
        el('title', {}, `step ${index + 1}, ${trial}: ${size} tests, ${event ? 'here' : 'not here'}`),
      ),
    ),
    axis(BITS, most.toFixed(1), 'bits still unknown'),
    el('polyline', {
      points: steps.map(({ entropy }, index) => `${round(x(index))},${round(bits(entropy))}`).join(' '),
      class: 'curve',
    }),
    steps.map(({ entropy }, index) => el('circle', { cx: x(index), cy: bits(entropy), r: 2.5, class: 'dot' })),
    label(x(0), BITS.bottom + 16, '1', 'tick'),
    steps.length > 1 ? label(x(steps.length - 1), BITS.bottom + 16, `${steps.length} steps`, 'tick end') : null,
  ];
  const caption =
    'Above: how many earlier tests ran before the target in each step; filled where it showed the effect. Below: what was still unknown afterwards.';
  return figure({ ...FRAME, height: BITS.bottom + 24, caption, body });
}

function axis({ top, bottom }: typeof SIZES, most: string, title: string): readonly Markup[] {
  return [
    el('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: bottom, y2: bottom, class: 'axis' }),
    label(LEFT - 8, top + 8, most, 'name'),
    label(LEFT - 8, bottom, '0', 'name'),
    label(LEFT + 2, top - 6, title, 'value'),
  ];
}

function barWidth(pitch: number): number {
  return Math.max(1.5, Math.min(24, pitch * 0.7));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
