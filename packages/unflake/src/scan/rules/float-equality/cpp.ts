import { called } from '../../semantics/cpp/called.ts';
import { areComparedExactly } from '../../semantics/written-text.ts';
import type { LanguageRule } from '../rule.ts';

export const cpp: LanguageRule = {
  fix: 'Compare with a tolerance: `EXPECT_NEAR(sum, 0.3, 1e-9)`, `EXPECT_DOUBLE_EQ`, Catch2’s `WithinAbs`, doctest’s `Approx`.',
  find: [
    called(
      ['EXPECT_EQ', 'ASSERT_EQ', 'CHECK_EQ', 'REQUIRE_EQ', 'BOOST_CHECK_EQUAL', 'BOOST_REQUIRE_EQUAL'],
      ({ args, file }) => args.length === 2 && areComparedExactly(args[0]!.text(), args[1]!.text(), file),
    ),
    called(
      ['REQUIRE', 'CHECK', 'EXPECT_TRUE', 'ASSERT_TRUE', 'assert', 'BOOST_TEST', 'TEST_ASSERT_TRUE', 'TEST_ASSERT'],
      ({ args, file }) => {
        const only = args[0];
        if (args.length !== 1 || only?.is('binary_expression') !== true || only.field('operator')?.text() !== '==')
          return false;
        return areComparedExactly(only.field('left')!.text(), only.field('right')!.text(), file);
      },
    ),
  ],
};
