/** `case` for people: its state, then a line for each trial. */

import { duration } from '../../text/duration.ts';
import { plural } from '../../text/plural.ts';
import type { CaseResult, CaseTrial } from '../../tools/lib/status-results.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';

export function caseText(found: CaseResult, style: TerminalStyle): string {
  const { bold, dim } = paint(style);
  const { caseId, test, runner, seed, tests, trials, diagnosis, verifications = [] } = found;
  return [
    `${bold(caseId)}  ${test}`,
    dim(
      `${runner}, ${plural(tests, 'test')}, seed ${seed}, opened ${found.openedAt.slice(0, 16).replace('T', ' ')} UTC`,
    ),
    diagnosis === null
      ? `open after ${plural(trials.length, 'trial')}; continue with: unflake diagnose --resume ${caseId}`
      : `${diagnosis.verdict}: ${diagnosis.summary}`,
    ...trials.map(line),
    ...verifications.map(({ verificationId, verdict, summary }) => `${verificationId}  ${verdict}: ${summary}`),
    '',
  ].join('\n');
}

function line({ id, phase, outcomes, ms, doing }: CaseTrial): string {
  return `${id.padEnd(7)}${phase.padEnd(11)}${outcomes.join(' ').padEnd(10)} ${duration(ms).padStart(8)}  ${doing}`;
}
