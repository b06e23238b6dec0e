/** `doctor` for people: what works here, what does not, and how to fix it. */

import { plural } from '../../text/plural.ts';
import { visible } from '../../text/shorten.ts';
import type { Check, DoctorResult } from '../../tools/lib/tool-results.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';

export function doctorText({ root, checks }: DoctorResult, style: TerminalStyle): string {
  const { green, yellow, red, dim } = paint(style);
  const signs = { ok: green('ok     '), limited: yellow('limited'), missing: red('missing') } as const;
  const width = Math.max(0, ...checks.map(({ what }) => what.length));
  const lines = checks.flatMap(({ what, status, detail, fix }) => [
    `${signs[status]}  ${what.padEnd(width)}  ${visible(detail)}`,
    ...(fix === null ? [] : [`${' '.repeat(width + 11)}${visible(fix)}`]),
  ]);
  return [...lines, dim(`${summary(checks)}; root ${root}`), ''].join('\n');
}

function summary(checks: readonly Check[]): string {
  const missing = checks.filter(({ status }) => status === 'missing').length;
  const limited = checks.filter(({ status }) => status === 'limited').length;
  if (missing === 0 && limited === 0) return `all ${plural(checks.length, 'check')} passed`;
  return `${plural(checks.length, 'check')}: ${missing} missing, ${limited} limited`;
}
