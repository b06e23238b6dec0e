/** Samples of shell without their frame: one BATS test, one shunit2 test, a script of the tests, a script of the product. */
import type { Sample } from '../rule.ts';

export const bats = (...lines: readonly string[]): Sample => `@test "shop" {\n  ${lines.join('\n  ')}\n}\n`;

export const batsFile = (...lines: readonly string[]): Sample => `${lines.join('\n')}\n`;

/** All tests of such a file run in one process. */
export const shunit = (...lines: readonly string[]): Sample => ({
  file: 'test/test_shop.sh',
  text: `testShop() {\n  ${lines.join('\n  ')}\n}\n`,
});

export const script = (...lines: readonly string[]): Sample => ({
  file: 'test/test_all.sh',
  text: `${lines.join('\n')}\n`,
});

export const product = (...lines: readonly string[]): Sample => ({
  file: 'lib/shop.sh',
  text: `${lines.join('\n')}\n`,
});
