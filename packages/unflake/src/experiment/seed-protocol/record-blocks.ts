/** The seed's four recording formats, written from the finding: MULTI-RUN, ISOLATION, ORDERING BISECTION, TIMING. */
import type {
  MarkedRuns,
  SeedBisection,
  SeedBisectionStep,
  SeedIsolation,
  SeedMultiRun,
  SeedProtocolFinding,
  SeedTimedRun,
  SeedTiming,
  SeedVariance,
} from '../../contract/seed-protocol-finding.ts';

/** One text a block that was reached. `command` is the exact command of the multi-run. */
export function recordBlocks(finding: SeedProtocolFinding, command: string): readonly string[] {
  const { multiRun, isolation, bisection, timing } = finding;
  return [
    multiRunBlock(multiRun, command),
    ...(isolation ? [isolationBlock(isolation)] : []),
    ...(bisection ? [bisectionBlock(bisection)] : []),
    ...(timing ? [timingBlock(timing)] : []),
  ];
}

function multiRunBlock(runs: SeedMultiRun, command: string): string {
  return [
    'MULTI-RUN RESULTS',
    `Command: ${command}`,
    `Runs: ${runs.marks.length}`,
    `Results: ${marksOf(runs)}`,
    `Pass: ${runs.passed}, Fail: ${runs.failed}`,
    `Fail rate: ${rateOf(runs)}`,
  ].join('\n');
}

function isolationBlock({ isolated, inSuite }: SeedIsolation): string {
  return [
    'ISOLATION RESULTS',
    `Isolated (${isolated.marks.length} runs): ${marksOf(isolated)} — fail rate: ${rateOf(isolated)}`,
    `In-suite (${inSuite.marks.length} runs):  ${marksOf(inSuite)} — fail rate: ${rateOf(inSuite)}`,
  ].join('\n');
}

const WORDS: Readonly<Record<SeedBisectionStep['verdict'], string>> = {
  here: 'here!',
  'not-here': 'not here',
  confirmed: 'CONFIRMED',
  'not-confirmed': 'not confirmed',
};

function bisectionBlock({ testsBefore, steps, interferer, confirmed }: SeedBisection): string {
  const lines = steps.map((step) => {
    const tests = step.from === step.to ? `test[${step.from}]` : `tests[${step.from}:${step.to}]`;
    const runs = `${step.marks.length} runs: ${marksOf(step)}`;
    return `Step ${step.step}: ${tests} + target → ${runs} (${WORDS[step.verdict]})`;
  });
  const found = confirmed && interferer !== null ? interferer : 'none found';
  return [
    'ORDERING BISECTION',
    `Full suite: ${testsBefore} tests before target`,
    ...lines,
    `Interfering test: ${found}`,
  ].join('\n');
}

function timingBlock({ runs, variance, parallel, serial, diagnosis, observations }: SeedTiming): string {
  const mode = (name: string, marked: MarkedRuns) =>
    `${name} mode: ${marked.marks.length} runs → ${marked.failed} failures (${rateOf(marked)} fail rate)`;
  return [
    'TIMING ANALYSIS',
    ...(parallel ? [mode('Parallel', parallel)] : []),
    ...(serial ? [mode('Serial', serial)] : []),
    ...(diagnosis ? [`Diagnosis: ${diagnosis}`] : []),
    '',
    'Timing variance:',
    ...variance.map(varianceLine),
    ...(observations.length > 0 ? ['', `Observation: ${observations.join(' ')}`] : []),
    '',
    ...runs.map((run, i) => `Run ${i + 1}: ${timesOf(run)} — ${WORD_OF[run.mark]}`),
  ].join('\n');
}

const WORD_OF = { P: 'PASS', F: 'FAIL', '?': 'NOT RUN' } as const;
const NAME_OF = { setup: 'Setup:   ', test: 'Test:    ', teardown: 'Teardown:' } as const;

function timesOf({ phases, ms }: SeedTimedRun): string {
  if (phases) return `setup=${msOf(phases.setup)}, test=${msOf(phases.call)}, teardown=${msOf(phases.teardown)}`;
  return ms === null ? 'test=unknown' : `test=${msOf(ms)}`;
}

function varianceLine({ phase, median, max, times, flagged }: SeedVariance): string {
  const where = phase === 'test' ? ' on fail runs' : '';
  const word = flagged ? `${Math.floor(times)}x variance${where}` : 'stable';
  return `  ${NAME_OF[phase]} median=${msOf(median)}, max=${msOf(max)} (${word})`;
}

function marksOf({ marks }: MarkedRuns): string {
  return marks.join(' ');
}

function rateOf({ passed, failed }: MarkedRuns): string {
  return passed + failed === 0 ? 'unknown' : `${Math.round((failed / (passed + failed)) * 100)}%`;
}

function msOf(ms: number): string {
  return `${Math.round(ms)}ms`;
}
