/** Names of earlier releases: in a call, and in cases that are stored. */
import { expect, test } from 'vitest';
import { knobsHere } from '../../../src/engine/knobs/knob-choices.ts';
import { diagnoseTool } from '../../../src/tools/diagnose.ts';
import { machineOfCase } from '../../../src/tools/lib/case/case-machine.ts';
import { caseRecord } from '../../../src/tools/lib/case/case-record.ts';
import { caseRequest } from '../../../src/tools/lib/case/case-request.ts';
import { FACTS } from '../../../src/tools/lib/case/machine-snapshot.ts';
import { withCurrentValues } from '../../../src/tools/lib/renamed-values.ts';
import { checkServiceInput } from '../../../src/tools/lib/service-input.ts';
import { ABLE } from '../knobs/sample-machine.ts';

const STORED = { runner: 'pytest', rest: [], isolateFs: false, trials: 9, minutes: 1, jobs: 1, timeoutSeconds: 5 };
const stored = (more: Readonly<Record<string, unknown>>) =>
  ({ runner: 'pytest', options: { ...STORED, ...more } }) as unknown as Parameters<typeof caseRequest>[0];

test('an earlier value is taken as the current one, with a note', () => {
  const { input, notes } = withCurrentValues(diagnoseTool, { test: 'a', protocol: 'seed' });
  expect(input).toEqual({ test: 'a', protocol: 'fixed' });
  expect(notes).toEqual(['note: --protocol seed is now called --protocol fixed']);
  expect(checkServiceInput(diagnoseTool, { test: 'a', protocol: 'seed' })).toMatchObject({ protocol: 'fixed' });
});

test('a current value, an unknown one and no object stay as they are, without a note', () => {
  for (const input of [{ protocol: 'fixed' }, { protocol: 'toString' }, { protocol: 1 }, null, 'seed']) {
    expect(withCurrentValues(diagnoseTool, input)).toEqual({ input, notes: [] });
  }
});

test('the earlier value is in no schema', () => {
  expect(JSON.stringify(diagnoseTool.input.shape.protocol)).not.toContain('"seed"');
});

test('a case of an earlier release is resumed with the fixed protocol', () => {
  expect(caseRequest(stored({ protocol: 'seed' })).protocol).toBe('fixed');
  expect(caseRequest(stored({ protocol: 'adaptive' })).protocol).toBe('adaptive');
});

test('a case that was stored without its machine, its sources or its environment has none', () => {
  const request = caseRequest(stored({ protocol: 'adaptive' }));
  expect('machine' in request || 'sources' in request || 'environment' in request).toBe(false);
  expect(caseRequest(stored({ environment: 'after-02', sources: [] }))).toMatchObject({
    environment: 'after-02',
    sources: [],
  });
});

test('a case whose request cannot be read is a fault that names the field', () => {
  expect(() => caseRequest(stored({ trials: 'many' }))).toThrowError(
    expect.objectContaining({ code: 'STORE_UNREADABLE', message: expect.stringContaining('trials') }),
  );
});

test('what a case was opened with comes out of the store as it went in', () => {
  const facts = FACTS.parse(ABLE);
  const machine = { cores: 2, facts, ...knobsHere(ABLE) };
  const request = { ...STORED, protocol: 'adaptive', launcher: 'cold', machine, sources: [] };
  expect(caseRequest(stored(JSON.parse(JSON.stringify(request))))).toEqual(request);
});

test('a resumed case has the machine that it was opened on, and our own files where they are now', () => {
  const machine = { cores: 7, facts: FACTS.parse({ ...ABLE, cores: 7, locales: ['xx_XX'] }), knobs: [], refused: [] };
  const { cores, locales, preloads } = machineOfCase({ ...ABLE, preloads: '/elsewhere' }, machine);
  expect({ cores, locales }).toEqual({ cores: 7, locales: ['xx_XX'] });
  expect(preloads).toBe('/elsewhere');
  expect(machineOfCase(ABLE, undefined)).toEqual(ABLE);
});

test('the rule of a stored source has its current name', () => {
  const place = {
    file: 'a.py',
    line: 1,
    cause: { family: 'nondeterminism', kind: 'randomness' },
    severity: 'warning',
    message: 'x',
  };
  const sources = [{ ...place, rule: 'python/unseeded-dice' }];
  expect(caseRequest(stored({ sources })).sources).toEqual([{ ...sources[0], rule: 'python/unseeded-random' }]);
});

test('findings are read under their earlier keys, at any depth; names of arms stay', async () => {
  const findings = {
    confirm: null,
    seedProtocol: { multiRun: 1 },
    order: { silent: 3 },
    time: { durations: [{ seedRule: true }] },
    perturb: { screens: [{ unheard: [] }] },
    commands: { silent: 'npm test' },
  };
  const found = {
    id: 'c-1',
    suite: ['a'],
    test: 'a',
    closing: { diagnosis: {}, findings },
  } as unknown as Parameters<typeof caseRecord>[1];
  const store = { trials: async () => [], verifications: { of: async () => [] } } as unknown as Parameters<
    typeof caseRecord
  >[0];
  expect((await caseRecord(store, found)).findings).toEqual({
    confirm: null,
    fixedProtocol: { multiRun: 1 },
    order: { noSignal: 3 },
    time: { durations: [{ fixedRule: true }] },
    perturb: { screens: [{ unobserved: [] }] },
    commands: { silent: 'npm test' },
  });
});
