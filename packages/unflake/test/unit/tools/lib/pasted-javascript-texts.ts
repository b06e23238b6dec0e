/** For each runner of JavaScript: ids as its adapter makes them, and texts as it prints them. */
import type { PastedTexts } from './pasted.ts';

const vitest = [
  'test/cart.test.ts > cart > totals',
  'test/cart.test.ts > cart > waits 12ms',
  'test/cart.test.ts > totals',
  'test/promo.test.ts > banner > shows 1 \\> 0',
  'test/promo.test.ts > banner > hides',
] as const;

const jest = [
  'src/cart.test.ts > cart > totals the basket',
  'src/cart.test.ts > cart > inner > keeps 1.5 %',
  'src/cart.test.ts > cart > inner > keeps 15 %',
  'src/promo.test.tsx > shows the banner',
] as const;

const playwright = [
  'tests/cart.spec.ts > [chromium] > Cart > totals',
  'tests/cart.spec.ts > [chromium] > Cart > totals @slow',
  'tests/cart.spec.ts > [firefox] > Cart > totals',
  'tests/promo.spec.ts > [firefox] > shows › it',
] as const;

const onlyProject = ['tests/cart.spec.ts > Cart > totals', 'tests/cart.spec.ts > totals'] as const;

const mocha = [
  'test/cart.js > cart > tax > adds it',
  'test/cart.js > cart > totals',
  'test/promo.js > promo > totals',
] as const;

const ava = ['test/cart.js > totals the cart', 'test/cart.js > adds tax', 'test/shop/promo.js > adds tax'] as const;
const tap = ['test/cart.js', 'test/shop/promo.ts'] as const;

const nodeTest = [
  'cart.test.js > totals the basket',
  'cart.test.js > tax > is #1',
  'cart.test.js > twice',
  'cart.test.js > twice\\#2',
] as const;

export const PASTED_FROM_JAVASCRIPT: Readonly<Record<string, PastedTexts>> = {
  jest: {
    ids: jest,
    texts: {
      '  ● cart › totals the basket': jest[0],
      '  ● cart › inner › keeps 1.5 %\n\n    expect(received).toBe(expected)\n': jest[1],
      '  ● cart › inner › keeps 15 %': jest[2],
      '  ● shows the banner': jest[3],
      'FAIL src/promo.test.tsx (5.1 s)': jest[3],
      'FAIL web src/promo.test.tsx': jest[3],
      'FAIL src/cart.test.ts\n  cart\n    ✓ totals something else (2 ms)\n    ✕ totals the basket (12 ms)\n': jest[0],
      'FAIL src/cart.test.ts\n  ● cart › totals the basket\n': jest[0],
      '@acme/web: FAIL src/cart.test.ts\n@acme/web:   cart\n@acme/web:     ✕ totals the basket (12 ms)': jest[0],
      '2026-11-19T01:00:00.1Z @acme/web:   ● cart › inner › keeps 15 %': jest[2],
      '    ✕ totals the basket': jest[0],
      'cart totals the basket': jest[0],
      '<testcase classname="cart totals the basket" name="cart totals the basket" time="0.1">': jest[0],
      '<testcase classname="cart" name="totals the basket" file="/ci/src/cart.test.ts">': jest[0],
    },
    several: { 'FAIL src/cart.test.ts': jest.slice(0, 3), inner: [jest[1], jest[2]] },
    none: ['  ● cart › gone', 'FAIL src/gone.test.ts'],
  },
  playwright: {
    ids: playwright,
    texts: {
      '  1) [chromium] › tests/cart.spec.ts:12:5 › Cart › totals ──────────────': playwright[0],
      '  2) [firefox] › tests/cart.spec.ts:12:5 › Cart › totals › opens the basket ───': playwright[2],
      '    [firefox] › cart.spec.ts:12:5 › Cart › totals @fast @new ───': playwright[2],
      '  ✘  3 [chromium] › cart.spec.ts:20:5 › Cart › totals @slow @new (retry #1) (1.2s)': playwright[1],
      '  ✘  4 [firefox] › promo.spec.ts:3:5 › shows › it (12ms)': playwright[3],
    },
    several: { 'tests/cart.spec.ts:12:5 › Cart › totals': [playwright[0], playwright[2]] },
    none: ['  1) [webkit] › tests/gone.spec.ts:12:5 › Cart › gone ───'],
  },
  'playwright with one project': {
    ids: onlyProject,
    texts: {
      '  1) [chromium] › tests/cart.spec.ts:12:5 › Cart › totals ───': onlyProject[0],
      '  1) tests/cart.spec.ts:12:5 › totals ───': onlyProject[1],
    },
    several: {},
    none: [],
  },
  vitest: {
    ids: vitest,
    texts: {
      ' FAIL  test/cart.test.ts > cart > totals': vitest[0],
      ' FAIL  |unit| test/cart.test.ts > cart > totals': vitest[0],
      ' FAIL  test/cart.test.ts > totals': vitest[2],
      ' × test/cart.test.ts > cart > totals 12ms': vitest[0],
      ' × test/cart.test.ts > cart > waits 12ms': vitest[1],
      '   × test/cart.test.ts > cart > waits 12ms 5ms': vitest[1],
      ' FAIL  test/promo.test.ts > banner > shows 1 > 0\nAssertionError: expected 1 to be 2': vitest[3],
      '     × hides 3ms': vitest[4],
      '@acme/web:test:  FAIL  test/cart.test.ts > totals\n@acme/web:test: AssertionError: expected 1 to be 2':
        vitest[2],
      'packages/web test:      × hides 3ms': vitest[4],
      '<testcase classname="test/promo.test.ts" name="banner &gt; hides" time="0.001">': vitest[4],
      'services/api/test/cart.test.ts > cart > totals': vitest[0],
      './test/cart.test.ts > totals': vitest[2],
    },
    several: { 'test/promo.test.ts': [vitest[3], vitest[4]], totals: [vitest[0], vitest[2]] },
    none: [' FAIL  test/cart.test.ts > cart > gone', ' FAIL  test/gone.test.ts [ test/gone.test.ts ]'],
  },
  mocha: {
    ids: mocha,
    texts: {
      '  1) cart\n       tax\n         adds it:\n\n      AssertionError [ERR_ASSERTION]: 1 == 2\n': mocha[0],
      '  2) cart\n       totals:\n     Error: x': mocha[1],
      '      1) adds it': mocha[0],
      '[@acme/web]:   1) cart\n[@acme/web]:        tax\n[@acme/web]:          adds it:\n[@acme/web]:      Error':
        mocha[0],
      '  1) cart\n       "before each" hook for "adds it":\n     Error: x': mocha[0],
      '<testcase name="cart tax adds it" time="0.0010" classname="adds it">': mocha[0],
    },
    several: { '    2) totals': [mocha[1], mocha[2]] },
    none: ['  1) cart\n       gone:\n'],
  },
  ava: {
    ids: ava,
    texts: {
      '  ✘ [fail]: cart › totals the cart Error thrown in test': ava[0],
      '  ✖ totals the cart ': ava[0],
      '  cart › adds tax\n\n  test/cart.js:12\n\n   11: test': ava[1],
      '  adds tax\n\n  test/shop/promo.js:3\n': ava[2],
      'not ok 3 - cart › totals the cart': ava[0],
      '  ✘ [fail]: shop › promo › adds tax Rejected promise returned by test': ava[2],
    },
    several: { '  ✘ [fail]: adds tax Rejected promise returned by test': [ava[1], ava[2]] },
    none: ['  ✘ [fail]: cart › gone Error thrown in test'],
  },
  tap: {
    ids: tap,
    texts: {
      'not ok 3 - test/cart.js # time=12.5ms': tap[0],
      ' FAIL  test/shop/promo.ts 1 failed of 3 12ms': tap[1],
      ' ✗ test/cart.js 2 failed of 4 120ms': tap[0],
      'test/shop/promo.ts': tap[1],
    },
    several: {},
    none: ['not ok 1 - test/gone.js # time=1ms'],
  },
  'node-test': {
    ids: nodeTest,
    texts: {
      'not ok 3 - totals the basket': nodeTest[0],
      '    not ok 1 - is \\#1': nodeTest[1],
      'not ok 3 - totals the basket # time=3ms': nodeTest[0],
      '✖ totals the basket (1.2ms)': nodeTest[0],
      '  ✖ is #1 (0.812ms)': nodeTest[1],
      '<testcase name="totals the basket" time="0.001" classname="test" file="/ci/api/cart.test.js">': nodeTest[0],
    },
    several: { 'not ok 2 - twice': [nodeTest[2], nodeTest[3]] },
    none: ['ok 1 - something else', '✖ gone (1ms)'],
  },
};
