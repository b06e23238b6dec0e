/** The tools about quarantine for people. */
import { plural } from '../../text/plural.ts';
import { visible } from '../../text/shorten.ts';
import type {
  QuarantineChangeResult,
  QuarantineCheckResult,
  QuarantineGateResult,
  QuarantineListResult,
} from '../../tools/lib/quarantine/results.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';

export function quarantineListText({ entries, caps, file }: QuarantineListResult, style: TerminalStyle): string {
  const { dim, bold } = paint(style);
  const lines = entries.flatMap(({ test, until, owner, reason, ticket, case: caseId }) => [
    `${until}  ${bold(visible(test))}`,
    dim(visible(`            ${[owner, reason, ticket, caseId].filter((text) => text !== undefined).join(' · ')}`)),
  ]);
  const count = `${plural(entries.length, 'test')} of at most ${caps.total} in ${file}`;
  return [...lines, dim(count), ''].join('\n');
}

export const quarantineAddText = ({ changed, entries, caps }: QuarantineChangeResult): string =>
  `${visible(changed.test)} is in quarantine until ${changed.until} (${entries.length} of at most ${caps.total})\n`;

export const quarantineRemoveText = ({ changed, entries }: QuarantineChangeResult): string =>
  `${visible(changed.test)} has left quarantine (${entries.length} left)\n`;

export function quarantineCheckText({ checks, problems }: QuarantineCheckResult, style: TerminalStyle): string {
  const { red, green, yellow, dim } = paint(style);
  const colour = { kept: dim, leave: green, neglected: yellow, renamed: yellow, expired: red, unknown: red };
  if (checks.length === 0) return 'no test is in quarantine\n';
  return [
    ...checks.map(({ test, state, says }) => `${colour[state](state.padEnd(11))}${visible(`${test}: ${says}`)}`),
    ...problems.map((problem) => red(visible(problem))),
    '',
  ].join('\n');
}

export function quarantineGateText(result: QuarantineGateResult, style: TerminalStyle): string {
  const { red, green, yellow } = paint(style);
  const { passes, tests, excused, failures, problems, notRun } = result;
  const line = (word: string, text: string): string => `${word.padEnd(11)}${visible(text)}`;
  return [
    ...excused.map(({ test, entry }) =>
      yellow(line('excused', `${test}: in quarantine until ${entry.until} (${entry.owner}: ${entry.reason})`)),
    ),
    ...notRun.map((test) => yellow(line('not run', `${test}: in quarantine, and a quarantined test should still run`))),
    ...failures.map(({ test, message }) => red(line('failed', `${test}${said(message)}`))),
    ...problems.map((problem) => red(line('problem', problem))),
    passes
      ? green(`passes: ${plural(tests, 'test')}, ${plural(excused.length, 'failure')} excused`)
      : red(`fails: ${plural(failures.length, 'failure')} not in quarantine, ${plural(problems.length, 'problem')}`),
    '',
  ].join('\n');
}

const said = (message: string | null): string => (message === null ? '' : `: ${message.split('\n', 1)[0]}`);
