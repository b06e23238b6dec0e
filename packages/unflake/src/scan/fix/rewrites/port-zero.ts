/** Port 0 for a port that is written nowhere else: whoever connects must ask for it already, so the number means nothing. */
import type { Node } from '../../syntax/parser.ts';
import { countOf, type Edit, type FixPlace, type Rewrite } from '../rewrite.ts';

const LANGUAGES = ['python', 'javascript', 'go', 'rust', 'java'] as const;
/** A number of its own, or behind the colon of an address. */
const PORT = /(?<![\w.])(\d{2,5})(?![\w.])/g;

export const portZero: readonly Rewrite[] = LANGUAGES.map((language) => ({
  rule: `${language}/fixed-port`,
  does: 'listens on port 0, so that the system chooses a free one',
  edits: toZero,
}));

function toZero({ nodes, file, elsewhere }: FixPlace): readonly Edit[] | null {
  const node = nodes[0];
  const ports = portsIn(node);
  const [port] = ports;
  if (ports.length !== 1 || port === undefined) return null;
  if (countOf(port.digits, file.text) !== 1 || elsewhere(port.digits)) return null;
  return [{ from: port.from, to: port.from + port.digits.length, text: '0' }];
}

function portsIn(node: Node): readonly { readonly digits: string; readonly from: number }[] {
  const { index } = node.range().start;
  return [...node.text().matchAll(PORT)]
    .filter(([, digits]) => Number(digits) >= 80 && Number(digits) < 65_536 && !isPartOfAddress(node.text(), digits!))
    .map((match) => ({ digits: match[1]!, from: index + match.index }));
}

/** `127` of `127.0.0.1` or `[127, 0, 0, 1]`. */
const isPartOfAddress = (text: string, digits: string): boolean => new RegExp(`\\[\\s*${digits}\\s*,`).test(text);
