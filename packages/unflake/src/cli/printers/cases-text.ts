/** `cases` for people: one line per case, newest first. */

import { plural } from '../../text/plural.ts';
import { shorten } from '../../text/shorten.ts';
import type { CaseSummary, CasesResult } from '../../tools/lib/tool-results.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';

export function casesText({ cases, store }: CasesResult, style: TerminalStyle): string {
  const { bold, dim } = paint(style);
  if (cases.length === 0) return `no case yet in ${store}\n`;
  const answers = cases.map(answer);
  const width = Math.max(...answers.map((text) => text.length));
  const lines = cases.map(({ caseId, openedAt, trials, test }, index) => {
    const left = `${caseId.padEnd(10)}${day(openedAt)}  ${answers[index]!.padEnd(width)}  ${plural(trials, 'trial').padStart(12)}  `;
    return `${bold(left.slice(0, 10))}${left.slice(10)}${shorten(test, Math.max(20, style.columns - left.length))}\n`;
  });
  return `${lines.join('')}${dim(`${plural(cases.length, 'case')} in ${store}`)}\n`;
}

function answer({ verdict, cause }: CaseSummary): string {
  if (verdict === null) return 'open';
  return cause === null ? verdict : `${verdict}: ${cause.family} / ${cause.kind}`;
}

function day(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
