/** The result of `verify` for a terminal. `verificationLines` are shared with the reports of a case. */
import type { MeasuredRate, Verification } from '../../contract/verification.ts';
import { duration } from '../../text/duration.ts';
import { plural } from '../../text/plural.ts';
import { percent } from '../../text/rate.ts';
import { shorten, visible } from '../../text/shorten.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';
import { wrap } from './diagnosis-text.ts';

const LABEL = 11;
const WIDEST = 110;
const MAX_OTHERS = 3;
const MAX_HIDES = 6;

export type Line = readonly [label: string, text: string];

export function verificationText(verification: Verification, style: TerminalStyle): string {
  const { bold, dim } = paint(style);
  const columns = Math.min(style.columns, WIDEST) - LABEL;
  const { verificationId, seed, cost } = verification;
  const shown = verificationLines(verification).flatMap(([label, text]) =>
    (isCommand(label) ? [text] : wrap(text, columns)).map(
      (line, at) => `${bold((at === 0 ? label : '').padEnd(LABEL))}${line}`,
    ),
  );
  const costs = `${plural(cost.trials, 'trial')}, ${plural(cost.testExecutions, 'test execution')}, ${duration(cost.wallMs)}`;
  return [...shown, dim(`${'cost'.padEnd(LABEL)}${costs} · verification ${verificationId} · seed ${seed}`), ''].join(
    '\n',
  );
}

/** Commands stay whole, so that they can be copied. */
const isCommand = (label: string): boolean => label === 'fails' || label === 'passes';

export function verificationLines(verification: Verification): readonly Line[] {
  const { verdict, before, after, control, passesNeeded, code, otherFailures, hides, reproduce, notTried } =
    verification;
  const where = before.from === 'now' ? 'run again in turns with the new code' : 'as the case recorded it';
  const needed =
    passesNeeded === null || verdict === 'fixed' ? '' : `; fixed needs ${plural(passesNeeded, 'pass', 'passes')}`;
  return [
    ['verdict', verdict],
    ['because', visible(verification.summary)],
    ...(code.before === null ? [] : [['code', `${codeText(code.before)} against ${codeText(code.after)}`] as const]),
    ...(before.runs === 0 ? [] : [['before', `failed ${rate(before)}, ${where}`] as const]),
    ...(after.runs === 0 ? [] : [['now', `failed ${rate(after)}${needed}`] as const]),
    ...(control === null ? [] : [['control', `failed ${rate(control)} under the condition that passes`] as const]),
    ...otherFailures
      .slice(0, MAX_OTHERS)
      .map(
        ({ outcome, count, message }): Line => [
          'other',
          shorten(visible(`${outcome} ×${count}: ${firstLine(message)}`), WIDEST),
        ],
      ),
    ...hides
      .slice(0, MAX_HIDES)
      .map(
        ({ kind, file, line, code: text }): Line => [
          'hides',
          visible(`${kind.replace('-', ' ')}, ${file}:${line}  ${text}`),
        ],
      ),
    ...(reproduce === null || verdict === 'fixed' || reproduce.fails === ''
      ? []
      : [['fails', reproduce.fails] as const]),
    ...notTried.map(({ what, why }): Line => ['not tried', visible(`${what}: ${why}`)]),
  ];
}

const firstLine = (message: string): string => message.split('\n').find((line) => line.trim() !== '') ?? '(no message)';

const rate = ({ failures, runs, low, high }: MeasuredRate): string =>
  `${failures}/${runs} (${percent(low)} to ${percent(high)})`;

const SHORT_HASH = 10;

function codeText({ commit, name }: Verification['code']['after']): string {
  return commit === null || name.startsWith(commit.slice(0, SHORT_HASH))
    ? name
    : `${name} (${commit.slice(0, SHORT_HASH)})`;
}
