import { describe, expect, test } from 'vitest';
import type { StaticSource } from '../../../../src/contract/static-source.ts';
import type { Conditions } from '../../../../src/contract/trial.ts';
import { knobsHere } from '../../../../src/engine/knobs/knob-choices.ts';
import type { ResolvedDiagnoseOptions } from '../../../../src/experiment/diagnose/resolved-diagnose-options.ts';
import { explain } from '../../../../src/experiment/explain/explain.ts';
import type { Behaviour } from '../../../fake-suite.ts';
import { ABLE } from '../../knobs/sample-machine.ts';
import { ALL_KNOBS, diagnosed, diagnoseOptions, names } from './diagnose-options.ts';
import { diagnosedUnder, type Rate } from './under.ts';

const suite = names(12);
const target = suite[7]!;
const FAILS: Behaviour = { outcome: 'failed', fingerprint: 'fp', message: 'expected 17, got 18' };
const PASSES: Behaviour = { outcome: 'passed' };

const under = (rate: Rate, seed = 5, more: Partial<ResolvedDiagnoseOptions> = {}) =>
  diagnosedUnder(rate, { suite, target, fails: FAILS }, seed, more);

const isSet = (setting: string | undefined): setting is string => setting !== undefined && setting !== 'as-is';

describe('a test that fails only at some settings', () => {
  test('is isolated with its knob, the settings that fail, and those that pass', () => {
    const answer = under(({ tz }) => tz === 'Asia/Kathmandu');
    expect(answer.verdict).toBe('isolated');
    expect(answer.cause).toMatchObject({ family: 'external', kind: 'time-zone' });
    expect(answer.factor).toEqual({
      knob: 'tz',
      failing: ['Asia/Kathmandu'],
      passing: ['UTC', 'America/New_York', 'Pacific/Pago_Pago', 'Pacific/Kiritimati'],
    });
    expect(answer.summary).toContain('depends on the time zone');
    expect(answer.evidence.map(({ claim }) => claim)).toContain('tz Asia/Kathmandu, against tz UTC');
  });

  test('is isolated when every setting but the pin fails', () => {
    const answer = under(({ tz }) => isSet(tz) && tz !== 'UTC');
    expect(answer).toMatchObject({ verdict: 'isolated', cause: { kind: 'time-zone' } });
    expect(answer.factor!.failing).toHaveLength(4);
  });

  test('is isolated on the dates from which it fails', () => {
    const answer = under(({ date }) => isSet(date) && date >= '2038');
    expect(answer).toMatchObject({ verdict: 'isolated', cause: { family: 'external', kind: 'date' } });
    expect(answer.factor!.failing).toEqual(['2038-01-19T03:14:02', '2099-07-01T12:00:00']);
    expect(answer.findings.perturb!.proof!.levels!.interval).toEqual({
      from: '2038-01-19T03:14:02',
      to: '2099-07-01T12:00:00',
    });
  });

  test('names both settings when two are needed together', () => {
    const answer = under(({ umask, environment }) => umask === '077' && environment === 'ci');
    expect(answer).toMatchObject({ verdict: 'isolated', cause: { family: 'external', kind: 'environment' } });
    expect(answer.factor).toMatchObject({
      knob: 'environment',
      failing: ['ci'],
      with: { knob: 'umask', setting: '077' },
    });
  });

  test('is found although another setting hides it', () => {
    const answer = under(({ tz, locale }) => tz === 'Asia/Kathmandu' && !isSet(locale));
    expect(answer).toMatchObject({ verdict: 'isolated', cause: { kind: 'time-zone' } });
    expect(answer.factor).toMatchObject({ knob: 'tz', failing: ['Asia/Kathmandu'], unless: { knob: 'locale' } });
  });

  test('costs at most 50 trials when one setting is enough', () => {
    // Looking 10, provoking 6, waves 4, screening and control about 13, taking away 3 + 4, levels 5, reproducing 2 + 2.
    expect(under(({ tz }) => tz === 'Asia/Kathmandu').trials).toBeLessThanOrEqual(50);
  });

  test('has a printed reproduction that changes only its knob', () => {
    const { reproduce } = under(({ tz }) => tz === 'Asia/Kathmandu').findings;
    expect(reproduce).toMatchObject({
      failing: { mode: 'plain', conditions: { tz: 'Asia/Kathmandu' } },
      passing: { mode: 'plain', conditions: { tz: 'UTC' } },
      confirmed: true,
    });
  });

  test('is replayed if no command line can express it', () => {
    const { reproduce } = under(({ date }) => isSet(date) && date >= '2038').findings;
    expect(reproduce).toMatchObject({ failing: { mode: 'probe' }, passing: { mode: 'probe' }, confirmed: true });
  });
});

describe('what must not be called isolated', () => {
  test('a failure that occurs with the control as well', () => {
    const answer = under(({ tz }) => tz !== undefined);
    expect(answer.verdict).toBe('narrowed');
    expect(answer.findings.perturb!.screens.map(({ kind }) => kind)).toContain('control-fails');
  });

  test('a failure that the pin does not remove', () => {
    const answer = under(({ tz }) => isSet(tz));
    expect(answer.verdict).toBe('narrowed');
    expect(answer.findings.perturb!.proof!.doubt).toBe('it fails at the pinned setting as well');
  });

  test('a setting that only changes which numbers are drawn: the draw comes first', () => {
    const answer = under(({ hashSeed, environment }) => hashSeed === '1' && environment === 'stripped');
    expect(answer.verdict).toBe('narrowed');
    expect(answer.hypotheses[0]).toMatchObject({ family: 'nondeterminism' });
    expect(answer.findings.perturb!.proof!.doubt).toBe('the draw decides; environment may only change it');
  });

  test('a factor that has no control', () => {
    const knobs = ALL_KNOBS.map((choice) => (choice.knob === 'tz' ? { ...choice, control: null } : choice));
    const answer = under(({ tz }) => tz === 'Asia/Kathmandu', 5, { knobs });
    expect(answer.verdict).toBe('narrowed');
    expect(answer.findings.perturb!.proof!.doubt).toBe('there is no control for tz');
  });

  test('a limit that the test needs by itself: that is not a failure of it', () => {
    const answer = under(({ fds }) => fds === '64');
    expect(answer.verdict).toBe('not-reproduced');
    expect(answer.findings.perturb).toMatchObject({ proof: null, needs: [{ knob: 'fds', setting: '64' }] });
  });
});

test('a limit that only the tests before it use up is a leak', () => {
  const answer = under(({ fds }, before) => fds === '64' && before.length >= 5);
  expect(answer).toMatchObject({ verdict: 'isolated', cause: { family: 'resource-leak', kind: 'handles' } });
  expect(answer.factor).toEqual({ knob: 'fds', failing: ['64'], passing: ['plenty', '256'] });
});

test('a test that needs the network is isolated by removing it', () => {
  const answer = under(({ network }) => network === 'off');
  expect(answer).toMatchObject({ verdict: 'isolated', cause: { family: 'external', kind: 'network' } });
});

describe('a test that depends on a draw', () => {
  test('is isolated by the seed of the generator, over seeds', () => {
    const rule: Rate = ({ rngSeed }) => (isSet(rngSeed) ? Number(rngSeed) % 3 === 0 : 0.33);
    const answers = [1, 2, 3, 4, 5].map((seed) => under(rule, seed));
    expect(answers.map(({ verdict }) => verdict)).toEqual(Array(5).fill('isolated'));
    expect(answers.map(({ cause }) => cause!.kind)).toEqual(Array(5).fill('randomness'));
    expect(answers[0]!.factor).toMatchObject({ knob: 'rngSeed', failing: ['3'] });
  });

  test('is isolated by the hash seed although the pinned seed is one that fails', () => {
    const answer = under(({ hashSeed }) => (isSet(hashSeed) ? Number(hashSeed) % 2 === 0 : 0.5));
    expect(answer).toMatchObject({ verdict: 'isolated', cause: { family: 'nondeterminism', kind: 'iteration-order' } });
    expect(answer.factor).toMatchObject({ knob: 'hashSeed', failing: ['0'] });
  });
});

test('settings under which it failed by chance are run again, not screened', () => {
  let waves = 0;
  const behave = (_: unknown, { conditions }: { conditions: Conditions }) => {
    waves += Object.keys(conditions).length > 3 ? 1 : 0;
    return waves === 2 && Object.keys(conditions).length > 3 ? FAILS : PASSES;
  };
  const answer = diagnosed({ behave }, suite, target, 5, { knobs: ALL_KNOBS });
  expect(answer.findings.perturb!.screens).toEqual([]);
  const again = answer.steps.filter(({ doing }) => doing === 'the same settings again');
  expect(again).toHaveLength(3);
  expect(answer).toMatchObject({ verdict: 'not-reproduced', findings: { failed: [expect.stringMatching(/^t-\d+$/)] } });
  expect(answer.summary).toContain('It failed once under a changed order, setting or load');
  expect(answer.next).toContain('unflake replay');
});

describe('when nothing is found', () => {
  const stable = under(() => false);

  test('it says so, with what was tried', () => {
    expect(stable.verdict).toBe('not-reproduced');
    expect(stable.summary).toMatch(/did not fail in 60 runs in 1 s; failure rate below 4.9 % \(95 % confidence\)/);
    const tried = new Set(stable.findings.perturb!.passed.map(({ knob }) => knob));
    for (const knob of ['tz', 'date', 'locale', 'umask', 'network', 'fds', 'memory']) expect(tried).toContain(knob);
  });

  test('a failure that only the detectors cause does not count', () => {
    const { verdict, findings, summary } = under(({ detectors }) => detectors === 'on');
    expect([verdict, findings.failed]).toEqual(['not-reproduced', []]);
    expect(summary).not.toContain('failed');
  });

  test('it names what the detectors report, and that is the next step', () => {
    const reports = [{ detector: 'data-race', says: 'two writes', where: 'a.go:3', test: target, trials: [] }] as const;
    const detect = { reports, trials: [] };
    const { summary, next } = explain(diagnoseOptions(suite, target, 5), { ...stable.findings, detect });
    expect(summary).toContain('data race: two writes (a.go:3).');
    expect(next).toBe('look first at what the detectors name');
  });

  test('it has cost at most 196 trials', () => {
    // Looking 60, provoking 6, waves 24, settings 31, six loads of nine passes each, six scarcities, one with the detectors on.
    expect(stable.trials).toBeLessThanOrEqual(196);
  });

  test('no trial under an exclusive knob ran in parallel with another', () => {
    const exclusive = new Set(ALL_KNOBS.filter((choice) => choice.exclusive).map(({ knob }) => knob));
    const turned = stable.ran.filter(({ conditions }) => Object.keys(conditions).some((knob) => exclusive.has(knob)));
    expect(turned.length).toBeGreaterThan(0);
    expect(turned.every((trial) => trial.exclusive)).toBe(true);
  });

  test('slow trials had more time', () => {
    const boxes = (share: string | undefined) =>
      stable.ran.filter(({ conditions }) => conditions.cpu === share).map(({ timeBoxMs }) => timeBoxMs);
    expect(Math.min(...boxes('0.25'))).toBeGreaterThanOrEqual(4 * Math.min(...boxes(undefined)));
  });
});

test('keys of hash tables in Rust decide an order only if the code has one', () => {
  const knobs = knobsHere({ ...ABLE, runner: 'cargo-test' }).knobs;
  const rule: Rate = ({ hashSeed }) => (isSet(hashSeed) ? Number(hashSeed) % 3 === 0 : 0.33);
  const source: StaticSource = {
    ...{ rule: 'rust/hash-order', file: 'src/lib.rs', line: 3, severity: 'warning', message: 'takes an order' },
    cause: { family: 'nondeterminism', kind: 'iteration-order' },
  };
  expect(under(rule, 5, { knobs })).toMatchObject({ verdict: 'narrowed' });
  expect(under(rule, 5, { knobs, sources: [source] })).toMatchObject({
    verdict: 'isolated',
    cause: { kind: 'iteration-order' },
  });
});

test('a knob that cannot be changed here is named with the command that would enable it', () => {
  const refused = [
    { knob: 'dirOrder', why: 'there is no C compiler', enable: 'apt-get install gcc' },
    { knob: 'race', why: 'pytest has no race detector', enable: null },
    { knob: 'workers', why: 'pytest-xdist is not installed', enable: 'pip install pytest-xdist' },
  ];
  const { notTried } = under(() => false, 5, { refused });
  expect(notTried).toContainEqual({
    what: 'knob dirOrder',
    why: 'there is no C compiler; to enable it: apt-get install gcc',
  });
  expect(notTried).toContainEqual({ what: 'knob race', why: 'pytest has no race detector' });
  expect(notTried).toContainEqual({
    what: 'several workers',
    why: 'pytest-xdist is not installed; to enable it: pip install pytest-xdist',
  });
});

test('a test that fails sometimes is not tried in other zones, and the answer says why', () => {
  const { notTried, ran } = under(() => 0.5);
  expect(ran.some(({ conditions }) => 'tz' in conditions)).toBe(false);
  expect(notTried.find(({ what }) => what.includes('tz'))!.why).toBe(
    'it fails only sometimes while these settings stay the same',
  );
});

test('a spent budget ends with what is known, whenever it is spent', () => {
  const rule: Rate = ({ tz }) => tz === 'Asia/Kathmandu';
  const whole = under(rule);
  for (let trials = 11; trials < whole.trials; trials += 1) {
    const answer = under(rule, 5, { trials });
    expect(answer.trials).toBeLessThanOrEqual(trials);
    // A larger budget continues from here: it chooses the same trials up to this one.
    expect(whole.ran.slice(0, answer.trials)).toEqual(answer.ran);
    expect(answer.verdict).not.toBe('isolated');
    expect(answer.notTried.map(({ why }) => why)).toContain('the budget of trials or minutes was spent');
  }
});

test('the same seed and knobs choose the same trials, in parallel or not', () => {
  for (const jobs of [1, 4]) {
    const rule: Rate = ({ tz }) => tz === 'Asia/Kathmandu';
    const [one, two] = [1, 2].map(() => under(rule, 9, { jobs }));
    expect(one!.ran).toEqual(two!.ran);
    expect(one!.verdict).toBe('isolated');
  }
});
