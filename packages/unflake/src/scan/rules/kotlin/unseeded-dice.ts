import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';
import { argumentsOf, called, calledName } from './called.ts';

const DRAWS = ['nextInt', 'nextLong', 'nextDouble', 'nextFloat', 'nextBoolean', 'nextBytes'];

export const unseededDice = ruleOf('kotlin', 'unseeded-dice', {
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
  flags: [
    'import kotlin.random.Random\nfun roll() = Random.nextInt(6)\n',
    'fun winner(all: List<String>) = all.random()\n',
    'val x = Math.random()\n',
    'import java.util.Random\nval rng = Random()\n',
    'fun deck(cards: List<Int>) = cards.shuffled()\n',
  ],
  allows: [
    'import kotlin.random.Random\nfun roll() = Random(7).nextInt(6)\n',
    'import kotlin.random.Random\nfun deck(cards: List<Int>) = cards.shuffled(Random(7))\n',
    'import java.util.Random\nval rng = Random(7)\n',
    'object Random { fun nextInt(n: Int) = 4 }\nfun roll() = Random.nextInt(6)\n',
    'fun roll(random: java.util.Random) = random.nextInt(6)\n',
  ],
});
