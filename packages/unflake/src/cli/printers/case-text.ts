/** `case` for people: its state, then a line for each trial. */

import { duration } from '../../text/duration.ts';
import { plural } from '../../text/plural.ts';
import { percent } from '../../text/rate.ts';
import { visibleLines } from '../../text/shorten.ts';
import type { CaseResult, CaseTrial } from '../../tools/lib/status-results.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';

/** Less is on every virtual machine. */
const MIN_STOLEN = 0.1;

export function caseText(found: CaseResult, style: TerminalStyle): string {
  const { bold, dim } = paint(style);
  const { caseId, test, runner, seed, tests, trials, diagnosis, verifications = [], output } = found;
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
    ...(output === undefined ? [] : outputLines(output)),
    '',
  ].join('\n');
}

function outputLines({ trial, stdout, stderr }: NonNullable<CaseResult['output']>): readonly string[] {
  const streams = [`standard output of ${trial}`, stdout, `standard error of ${trial}`, stderr];
  return ['', ...streams.map((text) => visibleLines(text).trimEnd() || '(empty)')];
}

function line({ id, phase, outcomes, ms, stolen, doing }: CaseTrial): string {
  const host = stolen === undefined || stolen < MIN_STOLEN ? '' : ` (the host took ${percent(stolen)} of the CPU time)`;
  return `${id.padEnd(7)}${phase.padEnd(11)}${outcomes.join(' ').padEnd(10)} ${duration(ms).padStart(8)}  ${doing}${host}`;
}
