/** Sentences of the result that would be wrong if written carelessly. */
import { describe, expect, test } from 'vitest';
import type { OrderFinding, Tally } from '../../../../src/contract/findings.ts';
import type { FactorProof } from '../../../../src/contract/perturb-finding.ts';
import { type FindingsSoFar, nothingYet } from '../../../../src/experiment/diagnose/findings-so-far.ts';
import { clues } from '../../../../src/experiment/explain/clues.ts';
import { explain } from '../../../../src/experiment/explain/explain.ts';
import { fakeMake } from '../../../fake-suite.ts';
import { ALL_KNOBS, diagnoseOptions, names } from '../diagnose/diagnose-options.ts';

const suite = names(60);
const target = suite[59]!;
const options = diagnoseOptions(suite, target, 1, { knobs: ALL_KNOBS });
const tally = (failures: number, runs: number): Tally => ({ failures, runs, trials: ['t-1'] });
const trial = fakeMake(target)([target]);
const reproduce = { failing: trial, passing: trial, fails: tally(3, 3), passes: tally(0, 3), confirmed: true };
const QUIET: FindingsSoFar = {
  ...nothingYet(),
  tookMs: 140_000,
  confirm: {
    kind: 'not-reproduced',
    arms: { alone: tally(0, 7), suite: tally(0, 3) },
    all: { failures: 0, runs: 10 },
    interval: { low: 0, high: 0.3, level: 0.95 },
    band: 'never',
    bound: 0.26,
    fingerprints: [],
  },
};
const order = (sets: OrderFinding['sets']): OrderFinding => ({
  kind: 'culprits',
  sets,
  confirmed: sets.map(() => ({ with: tally(5, 5), without: tally(0, 5) })),
  complete: false,
  suspects: [],
  other: { pair: 0, size: 0, none: 0 },
  steps: [],
  trials: ['t-2'],
});
const withOrder = (searched: 'victim' | 'brittle', sets: OrderFinding['sets']): FindingsSoFar => ({
  ...QUIET,
  confirm: { ...QUIET.confirm!, kind: 'flaky', arms: { alone: tally(0, 7), suite: tally(2, 3) } },
  searched,
  order: order(sets),
  reproduce,
});

describe('a summary', () => {
  test('of a test that could not be run has the words of the runner, and the next step is to follow them', () => {
    const problem = 'not supported: plugins are not built; build them with `npx tap build`\nmore';
    expect(explain(options, { ...nothingYet(), problem })).toMatchObject({
      verdict: 'blocked',
      summary: `${target} could not be run: not supported: plugins are not built; build them with \`npx tap build\`.`,
      next: expect.stringContaining('fix what the runner reports'),
    });
    expect(explain(options, nothingYet()).summary).toBe(`${target} could not be run: no trial gave it an outcome.`);
  });

  test('names three polluters and counts the others', () => {
    const { summary, polluters } = explain(
      options,
      withOrder(
        'victim',
        suite.slice(0, 46).map((test) => [test]),
      ),
    );
    expect(summary).toContain('after a.py::t0, or a.py::t1, or a.py::t2, or any of 43 more, which leaves state');
    expect(summary).not.toContain('a.py::t3');
    expect(polluters).toHaveLength(46);
  });

  test('keeps sets of setters apart, and so does the data', () => {
    const sets = [[suite[0]!, suite[1]!], [suite[2]!]];
    const answer = explain(options, withOrder('brittle', sets));
    expect(answer.summary).toContain('passes only after a.py::t0 and a.py::t1, or a.py::t2;');
    expect(answer).toMatchObject({ setterSets: sets, setters: sets.flat() });
  });

  test('says how often it ran without changes', () => {
    const said = (tookMs: number) => explain(options, { ...QUIET, tookMs }).summary;
    expect(said(140_000)).toContain('did not fail in 10 runs in 2 min 20 s; failure rate below 26.0 %');
    expect(said(42_300)).toContain(' in 42 s;');
    expect(said(3_900_000)).toContain(' in 1 h 5 min;');
  });

  test('does not say "sometimes" of what never failed', () => {
    const proof: FactorProof = {
      kind: 'single',
      factors: [{ knob: 'cpu', setting: '0.1' }],
      cause: { family: 'timing', kind: 'short-wait' },
      failing: { cpu: '0.1' },
      passing: { cpu: '1' },
      with: tally(9, 9),
      without: tally(0, 17),
      pinned: tally(0, 17),
      control: tally(0, 5),
      levels: null,
      unloaded: tally(0, 17),
      doubt: null,
    };
    const perturb = { seeds: [], screens: [], passed: [], needs: [], trials: [], proof };
    expect(explain(options, { ...QUIET, perturb, reproduce }).summary).not.toContain('By itself it fails sometimes');
    const seldom = { ...perturb, proof: { ...proof, unloaded: tally(1, 17) } };
    expect(explain(options, { ...QUIET, perturb: seldom, reproduce }).summary).toContain('sometimes, 1 of 17');
  });
});

describe('what comes next', () => {
  const next = (spent: 'trials' | 'minutes' | null) =>
    explain(options, { ...QUIET, stopped: spent === null ? null : 'budget' }, { spent }).next;

  test('raises the budget that ran out, and no other', () => {
    expect(next('trials')).toMatch(/--trials <n>$/);
    expect(next('minutes')).toMatch(/--minutes <n>$/);
    expect(next(null)).not.toContain('--');
  });
});

describe('what was not tried', () => {
  const passed = [
    { knob: 'tz', setting: ALL_KNOBS.find(({ knob }) => knob === 'tz')!.settings[0]! },
    ...ALL_KNOBS.find(({ knob }) => knob === 'umask')!.settings.map((setting) => ({ knob: 'umask', setting })),
  ];
  const perturb = { seeds: [], screens: [], passed, needs: [], trials: [], proof: null };

  test('names the settings that no trial used, and why', () => {
    const stopped = { ...QUIET, perturb, stopped: 'budget' } as const;
    const rows = explain(options, stopped, { spent: 'minutes' }).notTried;
    const row = rows.find(({ what }) => what.includes('tz at '))!;
    const all = ALL_KNOBS.find(({ knob }) => knob === 'tz')!.settings.length;
    expect(row.what).toContain(`(${all - 1} of ${all})`);
    expect(row.what).not.toContain('umask');
    expect(row.what).toContain('date');
    expect(row.why).toBe('the time was used up');
    expect(rows.filter(({ why }) => why === row.why)).toHaveLength(1);
  });

  test('a setting that was not tried is not counted as tried', () => {
    const flaky = { ...QUIET.confirm!, kind: 'flaky' as const, arms: { alone: tally(2, 7) } };
    const outside = ALL_KNOBS.filter(({ cause }) => cause.family === 'external');
    const dates = outside.filter(({ knob }) => knob === 'date').flatMap(({ settings }) => settings);
    const tried = outside
      .flatMap(({ knob, settings }) => settings.map((setting) => ({ knob, setting })))
      .filter(({ setting }) => setting !== dates[0]);
    const found = clues(options, { ...QUIET, confirm: flaky, perturb: { ...perturb, passed: tried } });
    const said = found.map(({ says }) => says).join('\n');
    expect(said).toContain(`date (${dates.length - 1} of ${dates.length})`);
    expect(said).toMatch(/every setting tried: .*\btz,/);
  });

  test('has each reason once', () => {
    const refused = ['cores', 'date', 'quota'].map((knob) => ({ knob, why: 'this machine cannot', enable: null }));
    const { notTried } = explain({ ...options, refused }, QUIET);
    expect(notTried).toContainEqual({ what: 'knobs cores, date, quota', why: 'this machine cannot' });
    expect(new Set(notTried.map(({ why }) => why)).size).toBe(notTried.length);
  });
});
