/** Every rule about suites flags its own samples and leaves its look-alikes alone. */
import { beforeAll, describe, expect, test } from 'vitest';
import { CAUSES } from '../../../../src/contract/cause.ts';
import { SUITE_RULES } from '../../../../src/scan/suite/rules/index.ts';
import type { SuiteText } from '../../../../src/scan/suite/suite.ts';
import { validateSuite } from '../../../../src/scan/suite/validate-suite.ts';
import { loadParser, type Parse } from '../../../../src/scan/syntax/parser.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser(['bash']);
});

const shownOf = (sample: readonly SuiteText[]) => sample.map(({ path, text }) => `${path}\n${text}`).join('\n');

test('no two rules have the same id', () => {
  const ids = SUITE_RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(SUITE_RULES.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  test('names a cause that exists, and has samples of both kinds', () => {
    expect(CAUSES[rule.cause.family]).toContain(rule.cause.kind);
    expect(rule.flags.length).toBeGreaterThan(1);
    expect(rule.allows.length).toBeGreaterThan(1);
  });

  test.each(rule.flags.map((sample) => [shownOf(sample), sample] as const))('flags %j', (_text, sample) => {
    expect(validateSuite(sample, parse, [rule])).not.toEqual([]);
  });

  test.each(rule.allows.map((sample) => [shownOf(sample), sample] as const))('allows %j', (_text, sample) => {
    expect(validateSuite(sample, parse, [rule])).toEqual([]);
  });
});
