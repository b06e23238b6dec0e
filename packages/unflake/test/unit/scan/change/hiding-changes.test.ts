import { beforeAll, describe, expect, test } from 'vitest';
import { hidingChanges } from '../../../../src/scan/change/hiding-changes.ts';
import { loadParser, type Parse } from '../../../../src/scan/syntax/parser.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser(['python', 'JavaScript', 'go', 'java']);
});

const PYTHON = `import time
import pytest


def test_other():
    assert True


def test_total(cart):
    cart.load(timeout=5)
    time.sleep(0.1)
    assert cart.total() == 3
    assert cart.lines == 1
`;

const NODE = `import assert from 'node:assert/strict';
import test from 'node:test';

test('totals the basket', { timeout: 1_000 }, async () => {
  await load();
  assert.equal(total(), 100);
});
`;

const changed = (path: string, before: string, name: string) => (from: string | RegExp, to: string) => {
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  return hidingChanges({ path, test: name, before, after }, parse)?.map(({ kind, line }) => [kind, line]);
};
const python = changed('tests/test_cart.py', PYTHON, 'tests/test_cart.py::test_total');
const node = changed('basket.test.js', NODE, 'basket.test.js > totals the basket');

describe('a change to a test hides its failure', () => {
  test.each([
    ['a retry', /def test_total/, '@pytest.mark.flaky(reruns=3)\ndef test_total', 'retry-added', 9],
    ['a skip', /def test_total/, '@pytest.mark.skip(reason="later")\ndef test_total', 'test-skipped', 9],
    ['an expected failure', /def test_total/, '@pytest.mark.xfail\ndef test_total', 'test-skipped', 9],
    ['a quarantine', /def test_total/, '@quarantine("me")\ndef test_total', 'quarantined', 9],
    ['an assertion that goes', / {4}assert cart.lines == 1\n/, '', 'assertion-removed', 13],
    ['a sleep', / {4}assert cart.total/, '    time.sleep(1)\n    assert cart.total', 'sleep-added', 12],
    ['a longer sleep', /sleep\(0.1\)/, 'sleep(2)', 'sleep-added', 11],
    ['a longer time limit', /timeout=5/, 'timeout=60', 'timeout-raised', 10],
  ])('by %s', (_what, from, to, kind, line) => {
    expect(python(from, to)).toContainEqual([kind, line]);
  });

  test.each([
    ['a skip', "test('totals", "test.skip('totals", 'test-skipped'],
    ['a longer time limit', '1_000', '30_000', 'timeout-raised'],
    ['a sleep', '  assert', '  await new Promise((done) => setTimeout(done, 500));\n  assert', 'sleep-added'],
    ['an assertion that goes', '  assert.equal(total(), 100);\n', '', 'assertion-removed'],
  ])('by %s in JavaScript', (_what, from, to, kind) => {
    expect(node(from, to)?.map(([found]) => found)).toContain(kind);
  });
});

describe('on a line with other numbers the limit itself is compared', () => {
  const line = 'kettle.submit(shop.brew, 90).result(timeout=0.3)';
  const shop = changed('test_shop.py', PYTHON.replace('cart.load(timeout=5)', line), 'test_shop.py::test_total');

  test.each([
    ['a longer limit', 'timeout=0.3', 'timeout=0.4', [['timeout-raised', 10]]],
    ['a shorter limit', 'timeout=0.3', 'timeout=0.2', []],
    ['another argument', 'brew, 90', 'brew, 95', []],
  ])('%s', (_what, from, to, hides) => {
    expect(shop(from, to)).toEqual(hides);
  });

  test('also where the limit comes after a function that has numbers', () => {
    const timer = changed(
      'basket.test.js',
      NODE.replace('await load();', 'setTimeout(() => brew(90), 500);'),
      'basket.test.js > totals the basket',
    );
    expect(timer(', 500)', ', 900)')?.map(([kind]) => kind)).toContain('sleep-added');
  });
});

describe('a change hides nothing', () => {
  test.each([
    ['in another test', 'def test_other', '@pytest.mark.skip\ndef test_other'],
    ['that waits for a condition', '    time.sleep(0.1)\n', '    cart.wait_until_loaded()\n'],
    ['that makes a sleep shorter', 'sleep(0.1)', 'sleep(0.01)'],
    ['that makes a time limit shorter', 'timeout=5', 'timeout=2'],
    ['that asserts otherwise', 'assert cart.total() == 3', 'assert cart.total() >= 3'],
    ['that resets what leaked', '    cart.load(', '    cart.reset()\n    cart.load('],
    ['in a comment', '    cart.load(', '    # skip(), sleep(9) and timeout=99 are words here\n    cart.load('],
  ])('%s', (_what, from, to) => {
    expect(python(from, to)).toEqual([]);
  });

  test('and nothing is said of a test that is not found in both texts', () => {
    expect(python('def test_total', 'def test_sum')).toBeUndefined();
  });
});
