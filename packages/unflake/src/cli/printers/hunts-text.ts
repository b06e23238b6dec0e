/** `hunts` for people: one line each, newest first, or the result of the one that was named. */
import { plural } from '../../text/plural.ts';
import type { HuntSummary, HuntsResult } from '../../tools/lib/hunts-result.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';
import { certifyText } from './certify-text.ts';
import { huntText } from './hunt-text.ts';

export function huntsText({ hunts, hunt, certification, store }: HuntsResult, style: TerminalStyle): string {
  if (hunt !== null) return huntText(hunt, style);
  if (certification !== null) return certifyText(certification, style);
  const { bold, dim } = paint(style);
  if (hunts.length === 0) return `no hunt yet in ${store}\n`;
  const lines = hunts.map(
    (one) => `${bold(one.id.padEnd(12))} ${one.openedAt.slice(0, 16).replace('T', ' ')}  ${says(one)}\n`,
  );
  return `${lines.join('')}${dim(`${hunts.length} in ${store}`)}\n`;
}

function says({ kind, tests, trials, found }: HuntSummary): string {
  const state = found === null ? 'open' : `${found} flaky`;
  return `${kind.padEnd(13)}  ${plural(tests, 'test').padStart(11)}  ${plural(trials, 'trial').padStart(12)}  ${state}`;
}
