/** What Maven and Gradle print about a test. People copy a class from one and use it with the other, so both accept both. */
import type { TestNames } from '../../contract/test-names.ts';

export const JUNIT_NAMES: TestNames = {
  startsWith: 'class',
  // adds(int), reads[1], reads(String) > [1] a
  cases: /[([].*$/s,
  printed: [
    // mvn -Dtest=CartTest#total test; a command for several tests names no single one
    { pattern: /-D(?:it\.)?test=['"]?(?<name>[\w.$#]+)(?![\w.$#+,*])/gm, mayHold: true },
    // gradle test --tests CartTest.total
    { pattern: /--tests[= ](?<quote>['"])(?:\*\.?)?(?<name>[^*'"\n]+)\k<quote>/gm, mayHold: true },
    { pattern: /--tests[= ](?:\*\.?)?(?<name>[\w.$]+)(?![\w.$*])/gm, mayHold: true },
    // CartTest > total() FAILED
    { pattern: /^\s*(?<name>[\w.$]+ > [^\n]+?) FAILED$/gm },
    // [ERROR] CartTest.total:42 expected …, [ERROR]   x.CartTest.total -- Time elapsed: …, CartTest.total:42->check:7 » NullPointer
    {
      pattern: /^(?:\[[A-Z]+\])?\s*(?<name>[\w.$]+[.#][^\s:][^:\n]*?)(?=:\d+|->\w|\s+(?:-- )?Time elapsed: |\s+» )/gm,
    },
    // total(x.CartTest)  Time elapsed: …, as older versions print it
    { pattern: /^(?:\[[A-Z]+\])?\s*(?:Failed tests:\s+)?(?<name>[\w$]+)(?:\[[^\]\n]*\])?\((?<outer>[\w.$]+)\)/gm },
    // … <<< FAILURE! -- in x.CartTest
    { pattern: /<<< (?:FAILURE|ERROR)! --? ?in (?<outer>[\w.$]+)$/gm },
    // at x.CartTest.total(CartTest.java:42)
    { pattern: /^\s*at (?:[^\s/]+\/+)*(?<name>[\w.$]+)\([^\s:()]+\.\w+:\d+\)/gm },
  ],
};
