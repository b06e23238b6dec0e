import { becomesAName } from '../becomes-a-name.ts';
import { calls, type Rule } from '../rule.ts';

export const unseededDice: Rule = {
  id: 'java/unseeded-dice',
  cause: { family: 'nondeterminism', kind: 'randomness' },
  severity: 'warning',
  where: 'anywhere',
  message: 'throws dice that nobody has seeded',
  why: 'Every run sees other values; the one that fails cannot be had again.',
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
  flags: [
    'import java.util.Random;\nclass A { int roll() { return new Random().nextInt(6); } }\n',
    'class A { double x = Math.random(); }\n',
    'import java.util.*;\nclass A { void mix(List<String> cards) { Collections.shuffle(cards); } }\n',
    'import java.util.concurrent.ThreadLocalRandom;\nclass A { int n() { return ThreadLocalRandom.current().nextInt(); } }\n',
    {
      file: 'src/main/java/Ids.java',
      text: 'import java.util.UUID;\nclass Ids { Row row(String name) { return new Row(UUID.randomUUID(), name); } }\n',
    },
  ],
  allows: [
    'import java.util.Random;\nclass A { int roll() { return new Random(7).nextInt(6); } }\n',
    'import java.util.*;\nclass A { void mix(List<String> cards, Random random) { Collections.shuffle(cards, random); } }\n',
    'import java.util.UUID;\nclass ATest { @Test void a() { String topic = "orders-" + UUID.randomUUID(); assertTrue(send(topic)); } }\n',
    'class Random { int next() { return 4; } }\nclass A { int roll() { return new Random().next(); } }\n',
    'import java.util.UUID;\nclass A { UUID id = UUID.fromString("7a2f0c1e-0000-4000-8000-000000000001"); }\n',
  ],
};
