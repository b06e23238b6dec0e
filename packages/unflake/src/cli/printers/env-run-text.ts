/** `env run` for people: the output of steps that did not pass, then a one-line summary. */

import { duration } from '../../text/duration.ts';
import { plural } from '../../text/plural.ts';
import type { EnvRunResult, StepResult } from '../../tools/lib/env/results.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';

const LINES_OF_OUTPUT = 40;

export function envRunText(result: EnvRunResult, style: TerminalStyle): string {
  const { green, red } = paint(style);
  const bad = result.steps.filter(({ outcome }) => outcome !== 'passed');
  const passed = result.steps.length - bad.length;
  const verdict = bad.length === 0 ? green('passed') : red('failed');
  return [
    ...bad.flatMap((step) => failure(step, style)),
    ...result.steps.flatMap(({ notes }) => notes.map((note) => `note: ${note}`)),
    `${verdict}  ${plural(passed, 'step')} passed${counts(bad)}, foundation ${foundationWords(result)}${rebuiltWords(result)}, ${duration(result.ms)}`,
    '',
  ].join('\n');
}

function failure({ step, environment, outcome, why, output }: StepResult, style: TerminalStyle): readonly string[] {
  const { dim, bold } = paint(style);
  const lines = (output ?? '').split('\n').filter((line) => line !== '');
  const shown = lines.slice(-LINES_OF_OUTPUT);
  const cut = lines.length > shown.length ? [dim(`  │ … ${plural(lines.length - shown.length, 'line')} before`)] : [];
  return [
    `${bold(step)} in ${environment}: ${outcome === 'not-run' ? 'not run, because ' : ''}${why ?? outcome}`,
    ...cut,
    ...shown.map((line) => dim(`  │ ${line}`)),
    ...(lines.length > 0 ? [''] : []),
  ];
}

function counts(bad: readonly StepResult[]): string {
  const notRun = bad.filter(({ outcome }) => outcome === 'not-run').length;
  const failed = bad.length - notRun;
  return `${failed > 0 ? `, ${failed} failed` : ''}${notRun > 0 ? `, ${notRun} not run` : ''}`;
}

function foundationWords({ foundation, steps }: EnvRunResult): string {
  const built = steps.filter(({ kind, outcome }) => kind === 'foundation' && outcome === 'passed').length;
  return foundation === 'none' ? 'not needed' : foundation === 'built' ? `built ${times(built)}` : foundation;
}

function rebuiltWords({ rebuilt }: EnvRunResult): string {
  return rebuilt.length === 0
    ? ''
    : `, rebuilt: ${rebuilt.map(({ environment, state }) => `${environment} (${state})`).join(', ')}`;
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
