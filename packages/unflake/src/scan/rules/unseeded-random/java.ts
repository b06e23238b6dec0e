import { becomesAName } from '../../semantics/becomes-a-name.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Pass a `Random` in and give tests `new Random(7)`, with the seed in the failure’s message.',
  find: [
    calls(['Math.random', 'java.util.concurrent.ThreadLocalRandom.current', 'java.lang.Math.random']),
    calls(
      [
        'java.util.Random',
        'java.util.SplittableRandom',
        'java.security.SecureRandom',
        'com.github.javafaker.Faker',
        'net.datafaker.Faker',
      ],
      ({ args }) => args.length === 0,
    ),
    calls(['java.util.Collections.shuffle'], ({ args }) => args.length === 1),
    calls([
      'org.apache.commons.lang3.RandomStringUtils.randomAlphabetic',
      'org.apache.commons.lang3.RandomStringUtils.randomAlphanumeric',
      'org.apache.commons.lang3.RandomStringUtils.randomNumeric',
      'org.apache.commons.lang3.RandomUtils.nextInt',
    ]),
    // In a test a name that nobody else has is what it is for.
    calls(
      ['java.util.UUID.randomUUID'],
      ({ node, file }) =>
        !(
          (file.isTestFile || file.testAround(node) !== null) &&
          (node.parent()?.is('binary_expression') === true || becomesAName(node, file))
        ),
    ),
  ],
};
