/** Names of earlier releases: in a call, and in cases that are stored. */
import { expect, test } from 'vitest';
import { caseRecord } from '../../../src/tools/case/case-record.ts';
import { caseRequest } from '../../../src/tools/case/case-request.ts';
import { diagnoseTool } from '../../../src/tools/diagnose.ts';
import { withCurrentValues } from '../../../src/tools/renamed-values.ts';
import { checkServiceInput } from '../../../src/tools/service-input.ts';

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

test('the rule of a stored source has its current name', () => {
  const sources = [{ rule: 'python/unseeded-dice', file: 'a.py', line: 1 }];
  expect(caseRequest(stored({ sources })).sources).toEqual([{ ...sources[0], rule: 'python/unseeded-random' }]);
});

test('findings are read under their earlier keys, at any depth; names of arms stay', () => {
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
  const store = { trials: () => [] } as unknown as Parameters<typeof caseRecord>[0];
  expect(caseRecord(store, found).findings).toEqual({
    confirm: null,
    fixedProtocol: { multiRun: 1 },
    order: { noSignal: 3 },
    time: { durations: [{ fixedRule: true }] },
    perturb: { screens: [{ unobserved: [] }] },
    commands: { silent: 'npm test' },
  });
});
