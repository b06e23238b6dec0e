import { expect, test } from 'vitest';
import { recordBlocks } from '../../../src/cli/printers/record-blocks.ts';
import { factorText } from '../../../src/cli/text/factor.ts';
import type { Tally } from '../../../src/contract/findings.ts';
import type { PerturbFinding } from '../../../src/contract/perturb-finding.ts';
import type { AmplifyFinding } from '../../../src/contract/screen-finding.ts';
import { quietCase } from './sample-case.ts';

const tally = (failures: number, runs: number): Tally => ({ failures, runs, trials: [] });

const perturb: PerturbFinding = {
  seeds: [
    {
      knob: 'rngSeed',
      kind: 'varies',
      failing: ['3'],
      passing: ['1', '2'],
      confirmed: null,
      trials: [],
    },
  ],
  screens: [
    {
      kind: 'single',
      factors: [{ knob: 'cpu', setting: '0.25' }],
      posterior: 0.99,
      confirmed: { with: tally(3, 4), without: tally(0, 4), control: tally(0, 4) },
      amplifying: { cpu: '0.25' },
      pinning: {},
      rates: { on: 0.8, off: 0.01 },
      suspects: [{ knob: 'cpu', setting: '0.25', posterior: 0.99, on: tally(5, 6), off: tally(0, 6) }],
      excluded: [],
      unobserved: [],
      notCombinable: [],
      trials: ['t-1', 't-2'],
    },
  ],
  proof: {
    kind: 'single',
    factors: [{ knob: 'cpu', setting: '0.25' }],
    cause: { family: 'timing', kind: 'short-wait' },
    failing: { cpu: '0.25' },
    passing: { cpu: '1' },
    with: tally(6, 8),
    without: tally(0, 4),
    pinned: tally(0, 6),
    control: tally(0, 8),
    levels: {
      kind: 'from',
      failing: ['0.25'],
      passing: ['0.5'],
      undecided: [],
      interval: { from: '0.25', to: '0.25' },
      posterior: 0.97,
      tallies: [
        { level: '0.5', tally: tally(0, 4) },
        { level: '0.25', tally: tally(3, 4) },
      ],
      trials: [],
    },
    doubt: null,
  },
  passed: [{ knob: 'tz', setting: 'Asia/Kathmandu' }],
  needs: [{ knob: 'fds', setting: '64' }],
  trials: [],
};

const amplify: AmplifyFinding = {
  kind: 'amplified',
  conditions: { cpu: '0.25' },
  rate: null,
  plain: tally(0, 10),
  ways: [
    { name: 'cpu 0.25', conditions: { cpu: '0.25' }, tally: tally(3, 4) },
    { name: 'copies 4', conditions: { copies: '4' }, tally: tally(0, 0) },
  ],
  trials: [],
};

test('the block of the knobs tells what was turned, how often it failed, and what came of it', () => {
  const [block] = recordBlocks({ ...quietCase, findings: { ...quietCase.findings, perturb, amplify } });
  expect(block).toBe(
    [
      'KNOBS TURNED',
      'By itself: 10 runs → 0 failures (0% fail rate)',
      '  with cpu 0.25: 4 runs → 3 failures (75% fail rate)',
      'Draws of rngSeed: 1 failing, 2 passing; does not decide the outcome',
      'Screening: 2 trials, single',
      '  cpu 0.25: 5/6 on, 0/6 off, 99 %',
      'Passed with: tz Asia/Kathmandu',
      'Needs more than: fds 64',
      'Turned (cpu 0.25): 8 runs → 6 failures (75% fail rate)',
      'Pinned (cpu 1): 6 runs → 0 failures (0% fail rate)',
      'No knob changed: 4 runs → 0 failures (0% fail rate)',
      'Control: 8 runs → 0 failures (0% fail rate)',
      '  at 0.5: 4 runs → 0 failures (0% fail rate)',
      '  at 0.25: 4 runs → 3 failures (75% fail rate)',
      'Result: proved',
    ].join('\n'),
  );
});

test('a doubt and an empty search are said as such', () => {
  const doubted = { ...perturb, proof: { ...perturb.proof!, doubt: 'its control fails as well' } };
  const blocks = (finding: PerturbFinding) =>
    recordBlocks({ ...quietCase, findings: { ...quietCase.findings, perturb: finding } });
  expect(blocks(doubted)[0]).toContain('Result: found, but its control fails as well');
  expect(blocks({ ...perturb, proof: null })[0]).toContain('Result: no factor was proved');
});

test('a factor that needs or is hidden by another names it', () => {
  const factor = { knob: 'tz', failing: ['Asia/Kathmandu'], passing: ['UTC'] };
  expect(factorText({ ...factor, with: { knob: 'umask', setting: '077' } })).toBe(
    'tz: fails at Asia/Kathmandu together with umask at 077; passes at UTC',
  );
  expect(factorText({ ...factor, unless: { knob: 'locale', setting: 'C' } }, (text) => `<${text}>`)).toBe(
    '<tz>: fails at <Asia/Kathmandu> unless <locale> is at <C>; passes at <UTC>',
  );
});
