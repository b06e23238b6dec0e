/** How grave a kind of rule finds the places of a text. */
import { scanText } from '../../../src/scan/scan-text.ts';
import type { Parse } from '../../../src/scan/syntax/parser.ts';

export function severitiesOf(kind: string, file: string, text: string, parse: Parse): readonly string[] {
  const found = scanText(file, text, parse)!.findings.filter(({ rule }) => rule.endsWith(`/${kind}`));
  return found.map(({ severity }) => severity);
}
