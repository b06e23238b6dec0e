/** One report as one HTML file: no script, no external resources, readable in light and dark mode and on paper. */
import type { NotTried } from '../../../contract/diagnosis.ts';
import { type Child, el, type Markup } from '../../../plots/element.ts';
import { render } from './markup.ts';
import { STYLE } from './style.ts';

export function page(title: string, body: Child): string {
  const head = [
    el('meta', { charset: 'utf-8' }),
    el('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    el('title', {}, title),
  ];
  // A document reads no escapes inside a style.
  const written = `<head>${render(head)}<style>${STYLE}</style></head>${render(el('body', {}, el('main', {}, body)))}`;
  return `<!doctype html>\n<html lang="en">${written}</html>\n`;
}

/** Null without content. */
export function section(title: string, content: Child): Markup | null {
  if (content === null || (Array.isArray(content) && content.length === 0)) return null;
  return el('section', {}, el('h2', {}, title), content);
}

/** Names and values beside each other. */
export function facts(rows: readonly (readonly [string, string])[]): Markup {
  return el(
    'dl',
    { class: 'facts' },
    rows.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  );
}

export function notTriedList(items: readonly NotTried[]): Markup | null {
  if (items.length === 0) return null;
  return el(
    'ul',
    {},
    items.map(({ what, why }) => el('li', {}, `${what}: `, el('span', { class: 'quiet' }, why))),
  );
}
