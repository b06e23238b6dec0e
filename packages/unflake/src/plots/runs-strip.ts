/** Plot of every run of the target in order, one strip per arm. Failures are tall and filled, so that they are visible without colour. */
import type { TrialRow } from '../contract/case-record.ts';
import { isFailure } from '../contract/outcome.ts';
import { fraction } from '../text/rate.ts';
import { shorten } from '../text/shorten.ts';
import { byArm } from './by-arm.ts';
import { el, type Markup } from './element.ts';
import { emptyFigure, figure, label, WIDTH } from './figure.ts';

const LEFT = 150;
const RIGHT = 64;
const LINE = 22;
// Few runs are drawn wider; many wrap into lines of the narrowest.
const CELL = { least: 9, most: 15 };
// A longer strip shows no more; the counts next to it include all runs.
const MAX_LINES = 12;
const FRAME = { id: 'runs', title: 'Runs' } as const;

export function runsStrip(trials: readonly TrialRow[]): Markup {
  if (trials.length === 0) return emptyFigure({ ...FRAME, why: 'No trial was run.' });
  const arms = byArm(trials);
  const room = WIDTH - LEFT - RIGHT;
  const longest = Math.max(...arms.map(({ rows }) => rows.length));
  const cell = Math.min(CELL.most, Math.max(CELL.least, Math.floor(room / longest)));
  const perLine = Math.floor(room / cell);
  let top = 4;
  const body = arms.map(({ arm, rows, count }) => {
    const shown = rows.slice(0, perLine * MAX_LINES);
    const more = rows.length - shown.length;
    const y = top;
    top += Math.ceil(shown.length / perLine) * LINE + 8;
    return [
      label(LEFT - 10, y + 13, shorten(arm, 22), 'name'),
      shown.map((row, index) =>
        run(row, cell, LEFT + (index % perLine) * cell, y + Math.floor(index / perLine) * LINE),
      ),
      label(WIDTH - RIGHT + 8, y + 13, more > 0 ? `${fraction(count)} (+${more})` : fraction(count), 'value'),
    ];
  });
  const caption =
    'One mark per run, in order: tall and filled failed, low passed, a dot was skipped or missing. At the right: failed of all.';
  return figure({ ...FRAME, height: top, caption, body });
}

function run({ id, outcome, arm }: TrialRow, cell: number, x: number, y: number): Markup {
  const title = el('title', {}, `${id}, ${arm}: ${outcome}`);
  if (isFailure(outcome)) return el('rect', { x, y, width: cell - 2, height: 17, rx: 1.5, class: 'fail' }, title);
  if (outcome === 'passed')
    return el('rect', { x, y: y + 9, width: cell - 2, height: 8, rx: 1.5, class: 'pass' }, title);
  return el('circle', { cx: x + cell / 2 - 1, cy: y + 14, r: 1.8, class: 'none' }, title);
}
