/** The record block TIMING ANALYSIS. Variance is computed from the rows, so that it describes the runs and not the decision of a rule. */
import type { CaseRecord, TrialRow } from '../../../contract/case-record.ts';
import type { Tally, TimeFinding } from '../../../contract/findings.ts';
import { isFailure } from '../../../contract/outcome.ts';
import { isComparable } from '../../../plots/comparable.ts';
import { failRate } from './run-letters.ts';

// Below twice the median, a maximum is not informative.
const STABLE_BELOW = 2;

export function timingBlock({ findings: { time }, trials }: CaseRecord): string | null {
  if (time === null) return null;
  const timed = trials.filter(isComparable);
  return [
    'TIMING ANALYSIS',
    ...(time.parallel ? [mode('Parallel mode', time.parallel)] : []),
    ...(time.serial ? [mode('Serial mode', time.serial)] : []),
    ...time.doses.map(({ share, tally }) => mode(share === 1 ? 'Full speed' : `At ${share} of a CPU`, tally)),
    `Diagnosis: ${diagnosis(time)}`,
    '',
    'Timing variance:',
    ...variance(timed),
    '',
    `Observation: ${observation(time)}`,
  ].join('\n');
}

function mode(label: string, { runs, failures }: Tally): string {
  return `${label}: ${runs} runs → ${failures} failures (${failRate(failures, runs)} fail rate)`;
}

function diagnosis({ parallelEffect, slowEffect, serial, timeoutLike }: TimeFinding): string {
  if (parallelEffect === 'worse')
    return serial?.failures === 0 ? 'Fails only under parallel execution' : 'Fails more often under parallel execution';
  if (slowEffect === 'worse') return 'Fails more often with less CPU time';
  if (timeoutLike) return 'Failing runs all end after the same time, as with a timeout';
  if (parallelEffect === 'undecided' || slowEffect === 'undecided')
    return 'Undecided: too few runs to tell the modes apart';
  return 'No effect of parallel execution or CPU speed was seen';
}

function variance(rows: readonly TrialRow[]): readonly string[] {
  const phased = rows.filter(({ phases }) => phases !== undefined);
  if (phased.length === 0)
    return rows.length === 0 ? ['  (no run has a duration)'] : [varianceLine('Test:', rows, ({ ms }) => ms)];
  return [
    varianceLine('Setup:', phased, ({ phases }) => phases!.setup),
    varianceLine('Test:', phased, ({ phases }) => phases!.call),
    varianceLine('Teardown:', phased, ({ phases }) => phases!.teardown),
  ];
}

function varianceLine(label: string, rows: readonly TrialRow[], ms: (row: TrialRow) => number): string {
  const sorted = rows.map(ms).sort((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)]!;
  const max = sorted.at(-1)!;
  const times = median > 0 ? max / median : 1;
  const slowest = rows.find((row) => ms(row) === max)!;
  const onFail = isFailure(slowest.outcome) ? ' on fail runs' : '';
  const judged = times < STABLE_BELOW ? 'stable' : `${Math.round(times)}x variance${onFail}`;
  return `  ${label.padEnd(9)} median=${Math.round(median)}ms, max=${Math.round(max)}ms (${judged})`;
}

function observation({ durations, timeoutLike }: TimeFinding): string {
  const changed = durations.filter(({ flag }) => flag === 'slower' || flag === 'faster');
  const body = changed.find(({ phase }) => phase === 'call') ?? changed[0];
  if (!body || body.ratio === null) {
    const few = durations.every(({ flag }) => flag === 'too-few');
    return few
      ? 'Too few failing or passing runs to compare their durations.'
      : 'Failing runs take as long as passing ones.';
  }
  const part = { total: 'the test', setup: 'set-up', call: 'the test body', teardown: 'tear-down' }[body.phase];
  const ends = timeoutLike ? ', and all end after the same time, as with a timeout' : '';
  return `Failing runs show ${part} taking ${body.ratio.toFixed(1)}x as long as passing ones${ends}.`;
}
