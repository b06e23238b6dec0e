/** HTML and SVG as values. Text is escaped unless it is markup, so that the name of a test stays data. */
export interface Markup {
  readonly markup: string;
}

export type Child = Markup | string | number | null | readonly Child[];
export type Attributes = Readonly<Record<string, string | number | undefined>>;

// Elements of HTML that have no end tag; inside SVG everything is closed.
const VOID = new Set(['meta', 'br', 'hr']);

export function el(name: string, attributes: Attributes, ...children: readonly Child[]): Markup {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeMarkup(typeof value === 'number' ? short(value) : value!)}"`)
    .join('');
  return { markup: VOID.has(name) ? `<${name}${written}>` : `<${name}${written}>${render(children)}</${name}>` };
}

/** Markup that we wrote ourselves; never data. */
export function trusted(markup: string): Markup {
  return { markup };
}

export function render(child: Child): string {
  if (child === null) return '';
  if (typeof child === 'string') return escapeMarkup(child);
  if (typeof child === 'number') return String(child);
  return 'markup' in child ? child.markup : child.map(render).join('');
}

// Control characters are not allowed in a document, not even escaped.
export function escapeMarkup(text: string): string {
  return text
    .replace(/(?![\n\t])\p{Cc}/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

// Coordinates need no more digits, and a report of thousands of runs stays small.
function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
