import { argumentsOf, called, calledName } from '../../semantics/kotlin/called.ts';
import { type LanguageRule, nodes } from '../rule.ts';

const DRAWS = ['nextInt', 'nextLong', 'nextDouble', 'nextFloat', 'nextBoolean', 'nextBytes'];

export const kotlin: LanguageRule = {
  fix: 'Pass a `Random` in and give tests `Random(7)`, with the seed in the failure’s message: `list.shuffled(Random(7))`.',
  find: [
    called([
      ...DRAWS.flatMap((one) => [`kotlin.random.Random.${one}`, `kotlin.random.Random.Default.${one}`]),
      'java.lang.Math.random',
      'java.util.concurrent.ThreadLocalRandom.current',
    ]),
    called(['java.util.Random', 'java.security.SecureRandom'], ({ args }) => args.length === 0),
    nodes(
      { rule: { kind: 'call_expression', regex: '\\.(?:shuffled|shuffle|random|randomOrNull)\\(\\)$' } },
      (node) =>
        /^(?:shuffled|shuffle|random|randomOrNull)$/.test(calledName(node)) &&
        argumentsOf(node).length === 0 &&
        !/^Math\b/.test(node.text()),
    ),
  ],
};
