/** The frame of a plot: a drawing with a title for screen readers, and a caption that explains it. */
import { type Child, el, type Markup } from './element.ts';

/** Drawing width in units; the page scales it, and scrolls it where it would be too small to read. */
export const WIDTH = 720;

export interface Figure {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  readonly height: number;
  readonly body: readonly Child[];
}

export function figure({ id, title, caption, height, body }: Figure): Markup {
  const drawing = el(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': title, xmlns: 'http://www.w3.org/2000/svg' },
    el('title', {}, title),
    body,
  );
  return el(
    'figure',
    { id },
    el('h3', {}, title),
    // Focusable, so that the keyboard can scroll it where it is wider than the page.
    el('div', { class: 'plot', tabindex: 0 }, drawing),
    el('figcaption', {}, caption),
  );
}

/** Shown instead of a plot without data. */
export function emptyFigure({
  id,
  title,
  why,
}: {
  readonly id: string;
  readonly title: string;
  readonly why: string;
}): Markup {
  return el('figure', { id }, el('h3', {}, title), el('p', { class: 'quiet' }, why));
}

export function label(x: number, y: number, text: string, kind: string): Markup {
  return el('text', { x, y, class: kind }, text);
}
