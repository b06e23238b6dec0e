/** A table of a report; wide ones scroll by themselves. */
import { type Child, el, type Markup } from '../../../plots/element.ts';

export interface NumberCell {
  readonly number: string;
}

export function table(head: readonly string[], rows: readonly (readonly (Child | NumberCell)[])[]): Markup {
  const cell = (child: Child | NumberCell) =>
    typeof child === 'object' && child !== null && 'number' in child
      ? el('td', { class: 'number' }, child.number)
      : el('td', {}, child);
  return el(
    'div',
    { class: 'scroll' },
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          head.map((name) => el('th', { scope: 'col' }, name)),
        ),
      ),
      el(
        'tbody',
        {},
        rows.map((cells) => el('tr', {}, cells.map(cell))),
      ),
    ),
  );
}

export function number(text: string): NumberCell {
  return { number: text };
}
