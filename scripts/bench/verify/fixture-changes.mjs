/**
 * By fixture of pytest: its target, and what a change does to it as [file, text, replacement, expected verdict, expected kind of hiding].
 * A verdict of null: any but `fixed`. `undefined`: none is expected, because the change may also be enough; only its kind must be named.
 */
const SKIP = (test, verdict = 'not-comparable') => [
  'test_shop.py',
  `def ${test}(`,
  `import pytest\n\n\n@pytest.mark.skip(reason='flaky')\ndef ${test}(`,
  verdict,
  'test-skipped',
];
const XFAIL = (test) => SKIP(test, null).with(2, `import pytest\n\n\n@pytest.mark.xfail\ndef ${test}(`);
const RETRY = (test) =>
  SKIP(test, 'still-flaky')
    .with(2, `import pytest\n\n\n@pytest.mark.flaky(reruns=3)\ndef ${test}(`)
    .with(4, 'retry-added');
/** `chance`: of the fix. */
const or = (chance, fixed, old) => `(${fixed} if __import__('random').random() < ${chance} else ${old})`;

export const FIXTURES = {
  'victim-one': {
    target: 'test_totals_the_cart',
    'real fix': [
      'test_shop.py',
      'banner():\n    shop.promo = 10\n',
      "banner(monkeypatch):\n    monkeypatch.setattr(shop, 'promo', 10)\n",
      'fixed',
    ],
    'ten times rarer': [
      'test_shop.py',
      'shop.promo = 10\n    assert shop.promo == 10',
      'import random\n    shop.promo = 10 if random.random() < 0.1 else 0\n    assert shop.promo in (0, 10)',
      'still-flaky',
    ],
    'only hidden': SKIP('test_totals_the_cart'),
  },
  'victim-half': {
    target: 'test_totals_the_cart',
    'real fix': [
      'test_shop.py',
      'visitors():\n    if random.random() < 0.5:\n        shop.promo = 10',
      "visitors(monkeypatch):\n    if random.random() < 0.5:\n        monkeypatch.setattr(shop, 'promo', 10)",
      'fixed',
    ],
    'ten times rarer': ['test_shop.py', '< 0.5', '< 0.05', 'still-flaky'],
    'only hidden': RETRY('test_totals_the_cart'),
  },
  'victim-two-independent': {
    target: 'test_totals_the_cart',
    'real fix': ['test_shop.py', 'the_cart():\n', 'the_cart():\n    shop.promo = shop.voucher = 0\n', 'fixed'],
    'ten times rarer': [
      'test_shop.py',
      'the_cart():\n',
      'the_cart():\n    import random\n    if random.random() < 0.9:\n        shop.promo = shop.voucher = 0\n',
      'still-flaky',
    ],
    'one of two polluters': ['test_shop.py', 'the_cart():\n', 'the_cart():\n    shop.promo = 0\n', 'still-flaky'],
    'only hidden': SKIP('test_totals_the_cart'),
  },
  brittle: {
    target: 'test_sells_only_while_open',
    'real fix': ['test_shop.py', 'while_open():\n', 'while_open():\n    shop.is_open = True\n', 'fixed'],
    'ten times rarer': [
      'test_shop.py',
      'while_open():\n',
      'while_open():\n    import random\n    shop.is_open = shop.is_open or random.random() < 0.9\n',
      'still-flaky',
    ],
    'only hidden': [
      'test_shop.py',
      "    assert shop.is_open, 'the shop is closed'",
      '    shop.is_open',
      'not-comparable',
      'assertion-removed',
    ],
  },
  'self-polluter': {
    target: 'test_registers_a_customer',
    'real fix': [
      'test_shop.py',
      "    shop.customers.add('ada')\n",
      "    shop.customers.add('ada')\n    shop.customers.discard('ada')\n",
      'fixed',
    ],
    'ten times rarer': [
      'test_shop.py',
      "    shop.customers.add('ada')\n",
      "    import random\n    if random.random() < 0.1:\n        shop.customers.add('ada')\n",
      'still-flaky',
    ],
    'only hidden': SKIP('test_registers_a_customer'),
  },
  'residue-temp': {
    target: 'test_unpacks_the_delivery',
    'real fix': ['shop.py', '"x"', '"w"', 'fixed'],
    'ten times rarer': ['shop.py', '"x"', or(0.9, '"w"', '"x"'), 'still-flaky'],
    'only hidden': SKIP('test_unpacks_the_delivery'),
  },
  'short-wait': {
    target: 'test_pours_after_a_short_wait',
    'real fix': ['test_shop.py', 'time.sleep(0.3)', 'kettle.join()', 'fixed'],
    'ten times rarer': ['test_shop.py', 'time.sleep(0.3)', `kettle.join(${or(0.9, 'None', '0.3')})`, 'still-flaky'],
    'only hidden': [
      'test_shop.py',
      'time.sleep(0.3)',
      'time.sleep(0.3)\n    time.sleep(0.1)',
      undefined,
      'sleep-added',
    ],
  },
  'tight-timeout': {
    target: 'test_serves_within_its_limit',
    'real fix': ['test_shop.py', 'shop.brew, 90', 'shop.brew, 1', 'fixed'],
    'ten times rarer': ['test_shop.py', 'shop.brew, 90', `shop.brew, ${or(0.9, '1', '90')}`, 'still-flaky'],
    'only hidden': ['test_shop.py', 'timeout=0.3', 'timeout=0.4', undefined, 'timeout-raised'],
  },
  'collision-file': {
    target: 'test_writes_the_receipt',
    'real fix': ['shop.py', '"fixture-receipt"', 'f"fixture-receipt-{os.getpid()}"', 'fixed'],
    // Both copies must use the shared name: about one time in ten.
    'ten times rarer': [
      'shop.py',
      '"fixture-receipt"',
      or(0.68, 'f"fixture-receipt-{os.getpid()}"', '"fixture-receipt"'),
      'still-flaky',
    ],
    'only hidden': RETRY('test_writes_the_receipt'),
  },
  'hash-order': {
    target: 'test_offers_the_tin_first',
    'real fix': ['shop.py', '{"tin", "bag"}', '["tin", "bag"]', 'fixed'],
    'ten times rarer': ['shop.py', '{"tin", "bag"}', or(0.9, '["tin", "bag"]', '{"tin", "bag"}'), 'still-flaky'],
    'only hidden': XFAIL('test_offers_the_tin_first'),
  },
  'time-zone': {
    target: 'test_dates_the_receipt',
    'real fix': ['shop.py', 'fromtimestamp(seconds)', 'fromtimestamp(seconds, datetime.timezone.utc)', 'fixed'],
    'ten times rarer': [
      'shop.py',
      'fromtimestamp(seconds)',
      `fromtimestamp(seconds, ${or(0.9, 'datetime.timezone.utc', 'None')})`,
      'still-flaky',
    ],
    'only hidden': XFAIL('test_dates_the_receipt'),
  },
  'dice-30': {
    target: 'test_draws_a_winning_ticket',
    'real fix': ['test_shop.py', 'random.random()', 'random.Random(2).random()', 'fixed'],
    'ten times rarer': ['test_shop.py', '>= 0.3', '>= 0.03', 'still-flaky'],
    'only hidden': [
      'test_shop.py',
      "assert random.random() >= 0.3, 'a blank'",
      'random.random()',
      'not-comparable',
      'assertion-removed',
    ],
  },
};
