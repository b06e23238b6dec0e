/** Elements as the text of a document. Everything in them is escaped, so that the name of a test stays data. */
import { attributeText, type Child } from '../../../plots/element.ts';

// Elements of HTML that have no end tag; inside SVG everything is closed.
const VOID = new Set(['meta', 'br', 'hr']);

export function render(child: Child): string {
  if (child === null) return '';
  if (typeof child === 'string') return escapeMarkup(child);
  if (typeof child === 'number') return String(child);
  if (!('name' in child)) return child.map(render).join('');
  const { name, attributes, children } = child;
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeMarkup(attributeText(value!))}"`)
    .join('');
  return VOID.has(name) ? `<${name}${written}>` : `<${name}${written}>${render(children)}</${name}>`;
}

// Control characters are not allowed in a document, not even escaped.
export function escapeMarkup(text: string): string {
  return text
    .replace(/(?![\n\t])\p{Cc}/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
