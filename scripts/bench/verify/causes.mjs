/**
 * Twelve causes as the rates at which they fail under the condition that a diagnosis found, and the text of a test with a change that only
 * hides it. A draw decides once and for all; every other cause decides anew in each run.
 */

export const CAUSES = [
  { name: 'victim', rate: 1, hide: 'retry' },
  { name: 'victim, half the time', rate: 0.5, hide: 'retry' },
  { name: 'two polluters', rate: 1, hide: 'skip' },
  { name: 'brittle', rate: 1, hide: 'assertion' },
  { name: 'self-polluter', rate: 1, hide: 'skip' },
  { name: 'residue in a file', rate: 1, hide: 'assertion' },
  { name: 'short wait', rate: 0.9, hide: 'sleep' },
  { name: 'tight time limit', rate: 0.8, hide: 'timeout' },
  { name: 'collision of copies', rate: 0.4, hide: 'retry' },
  { name: 'data race', rate: 0.3, hide: 'quarantine' },
  { name: 'time zone', rate: 1, hide: 'skip' },
  { name: 'random draw', rate: 0.3, hide: 'assertion', isDraw: true },
];

const OLD = `import time
import pytest
from shop import cart


def test_total():
    cart.load(timeout=2)
    assert cart.total() == 100
    assert cart.lines == 2
`;

/** What the change does to the test, how the failing condition behaves then (by its old rate), and the kind that must be named. */
export const HIDING = {
  retry: {
    kind: 'retry-added',
    change: (text) => text.replace('def test', '@pytest.mark.flaky(reruns=2)\ndef test'),
    // unflake turns retries of the runner off, so the failure shows as before.
    rate: (rate) => rate,
  },
  skip: {
    kind: 'test-skipped',
    change: (text) => text.replace('def test', '@pytest.mark.skip\ndef test'),
    rate: () => 'skipped',
  },
  assertion: {
    kind: 'assertion-removed',
    change: (text) => text.replace('    assert cart.total() == 100\n', ''),
    rate: () => 0,
  },
  sleep: {
    kind: 'sleep-added',
    change: (text) => text.replace('    assert cart.total', '    time.sleep(1)\n    assert cart.total'),
    rate: (rate) => rate / 20,
  },
  timeout: {
    kind: 'timeout-raised',
    change: (text) => text.replace('timeout=2', 'timeout=30'),
    rate: (rate) => rate / 20,
  },
  quarantine: {
    kind: 'quarantined',
    change: (text) => text.replace('def test', '@quarantine("shop")\ndef test'),
    rate: (rate) => rate,
  },
};

export const textsOf = (hide) => ({
  path: 'test_shop.py',
  test: 'test_shop.py::test_total',
  before: OLD,
  after: HIDING[hide].change(OLD),
});
