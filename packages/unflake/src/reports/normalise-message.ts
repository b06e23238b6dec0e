/** Removes from a failure's message what differs between runs: locations, numbers, ids and times. own-frames.ts handles frames. */
import { COLOURS } from './colours.ts';

// Long diffs differ further down; expected and actual value are at the top.
const KEPT_LINES = 8;
const KEPT_CHARACTERS = 600;

/** The order matters: a uuid or a date must not be taken for numbers. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [COLOURS, ''],
  [/file:\/\//g, ''],
  [/(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)\/[^\s'"`)\]:,]*/g, '<tmp>'],
  [/(?:\/[\w.@+-]+){2,}\/([\w.@+-]+)/g, '<path>/$1'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,}\b/gi, '<hex>'],
  [/[-+]?\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?/gi, '<n>'],
  [/[ \t]+/g, ' '],
];

export function normaliseMessage(message: string, root: string): string {
  let text = withoutRoot(message, root);
  for (const [pattern, replacement] of REPLACEMENTS) text = text.replace(pattern, replacement);
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).slice(0, KEPT_LINES).join('\n').slice(0, KEPT_CHARACTERS);
}

/** The next trial may have the project in another folder. */
export function withoutRoot(text: string, root: string): string {
  const folder = root.endsWith('/') ? root.slice(0, -1) : root;
  return folder === '' ? text : text.replaceAll(`file://${folder}/`, '').replaceAll(`${folder}/`, '');
}
