/** `env status`, one line per environment; and `env explain`, all details. */

import { about } from '../../text/duration.ts';
import type { EnvironmentReport, EnvStatusResult } from '../../tools/lib/env/results.ts';
import { type Paint, paint, type TerminalStyle } from '../terminal-style.ts';

export function envStatusText({ environments }: EnvStatusResult, style: TerminalStyle): string {
  const width = Math.max(...environments.map(({ environment }) => environment.length), 0) + 2;
  return environments
    .map((one) => `${one.environment.padEnd(width)}${coloured(one, paint(style), 'padded')} ${one.why}\n`)
    .join('');
}

export function envExplainText({ environments }: EnvStatusResult, style: TerminalStyle): string {
  return environments.map((one) => explained(one, style)).join('\n');
}

function explained(one: EnvironmentReport, style: TerminalStyle): string {
  const painted = paint(style);
  const { environment, why, marker, holders, complete, next, runs, aboutMs } = one;
  const lines: readonly (readonly [string, string])[] = [
    ['', why],
    ...(marker === null ? [] : [['marker', marker] as const]),
    ...holders.map(({ pid, words, as }) => ['held by', holderWords(pid, words, as)] as const),
    ['complete', complete.length === 0 ? 'nothing' : complete.join(', ')],
    ['next', next],
    ...(runs.length === 0 ? [] : [['runs', `${runs.join(', ')}${timeWords(aboutMs)}`] as const]),
  ];
  return [
    `${painted.bold(environment)} is ${coloured(one, painted, 'plain')}`,
    ...lines.map(([label, text]) => `  ${label.padEnd(label === '' ? 0 : LABEL)}${text}`),
    '',
  ].join('\n');
}

const LABEL = 10;

const holderWords = (pid: number, words: string, as: 'taker' | 'child'): string =>
  `process ${pid} (${words})${as === 'child' ? ', left behind by a run that has ended' : ''}`;

const timeWords = (ms: number | null): string => (ms === null ? '' : `: about ${about(ms)}`);

function coloured({ state }: EnvironmentReport, { green, red, yellow, dim }: Paint, form: 'padded' | 'plain'): string {
  const text = form === 'padded' ? state.padEnd(MAX_STATE) : state;
  switch (state) {
    case 'clean':
      return green(text);
    case 'absent':
      return dim(text);
    case 'locked':
      return yellow(text);
    case 'dirty':
    case 'stale':
    case 'foreign':
      return red(text);
    default:
      return state satisfies never;
  }
}

const MAX_STATE = 'foreign'.length;
