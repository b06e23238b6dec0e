/** The four record blocks of a case that followed the fixed protocol, built from its own finding, so that they contain exactly its runs. */
import type { CaseRecord } from '../../../contract/case-record.ts';
import type {
  FixedBisection,
  FixedBisectionStep,
  FixedIsolation,
  FixedMultiRun,
  FixedProtocolFinding,
  FixedTiming,
  FixedVariance,
  MarkedRuns,
} from '../../../contract/fixed-protocol-finding.ts';
import { shortName } from '../../../text/short-name.ts';
import { subsetText } from './ordering.ts';
import { armLines, failRate } from './run-letters.ts';

export function fixedProtocolBlocks(finding: FixedProtocolFinding, record: CaseRecord): readonly string[] {
  const { multiRun, isolation, bisection, timing } = finding;
  return [
    multiRunBlock(multiRun, record),
    ...(isolation ? [isolationBlock(isolation)] : []),
    ...(bisection ? [bisectionBlock(bisection)] : []),
    ...(timing ? [timingBlock(timing)] : []),
  ];
}

function multiRunBlock(runs: FixedMultiRun, record: CaseRecord): string {
  const first = record.trials.find(({ id }) => id === runs.trials[0]);
  return [
    'MULTI-RUN RESULTS',
    ...(first === undefined ? ['Command: (not recorded)'] : armLines(first, record)),
    `Runs: ${runs.marks.length}`,
    `Results: ${runs.marks.join(' ')}`,
    `Pass: ${runs.passed}, Fail: ${runs.failed}`,
    `Fail rate: ${rateOf(runs)}`,
  ].join('\n');
}

function isolationBlock({ isolated, inSuite }: FixedIsolation): string {
  const line = (label: string, gap: string, runs: MarkedRuns) =>
    `${label} (${runs.marks.length} runs):${gap}${runs.marks.join(' ')} — fail rate: ${rateOf(runs)}`;
  return ['ISOLATION RESULTS', line('Isolated', ' ', isolated), line('In-suite', '  ', inSuite)].join('\n');
}

const WORDS: Readonly<Record<FixedBisectionStep['verdict'], string>> = {
  here: 'here!',
  'not-here': 'not here',
  confirmed: 'CONFIRMED',
  'not-confirmed': 'not confirmed',
};

function bisectionBlock({ testsBefore, steps, interferer, confirmed }: FixedBisection): string {
  const named = confirmed && interferer !== null ? `${shortName(interferer)} (${interferer})` : 'none found';
  return [
    'ORDERING BISECTION',
    `Full suite: ${testsBefore} tests before target`,
    ...steps.map(({ step, from, to, marks, verdict }) => {
      const tests = subsetText(from === to ? `${from}` : `${from}-${to}`);
      return `Step ${step}: ${tests} + target → ${marks.length} runs: ${marks.join(' ')} (${WORDS[verdict]})`;
    }),
    `Interfering test: ${named}`,
  ].join('\n');
}

function timingBlock({ variance, parallel, serial, diagnosis, observations }: FixedTiming): string {
  const mode = (name: string, runs: MarkedRuns) =>
    `${name} mode: ${runs.marks.length} runs → ${runs.failed} failures (${rateOf(runs)} fail rate)`;
  return [
    'TIMING ANALYSIS',
    ...(parallel ? [mode('Parallel', parallel)] : []),
    ...(serial ? [mode('Serial', serial)] : []),
    ...(diagnosis ? [`Diagnosis: ${diagnosis}`] : []),
    '',
    'Timing variance:',
    ...variance.map(varianceLine),
    ...(observations.length > 0 ? ['', `Observation: ${observations.join(' ')}`] : []),
  ].join('\n');
}

const NAMES = { setup: 'Setup:   ', test: 'Test:    ', teardown: 'Teardown:' } as const;

function varianceLine({ phase, median, max, times, flagged }: FixedVariance): string {
  const judged = flagged ? `${Math.floor(times)}x variance${phase === 'test' ? ' on fail runs' : ''}` : 'stable';
  return `  ${NAMES[phase]} median=${Math.round(median)}ms, max=${Math.round(max)}ms (${judged})`;
}

function rateOf({ failed, marks }: MarkedRuns): string {
  return failRate(failed, marks.length);
}
