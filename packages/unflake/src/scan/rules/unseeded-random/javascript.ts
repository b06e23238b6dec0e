import type { SourceFile } from '../../facts/source-file.ts';
import { becomesAName } from '../../semantics/becomes-a-name.ts';
import { type Call, calls, type LanguageRule, nodes } from '../rule.ts';

const SEEDED =
  /\bspyOn\(\s*(?:global(?:This)?\.)?Math\s*,|\bMath\.random\s*=[^=]|\bseedrandom\(\s*[^)\s]|stub\(\s*Math\s*,|mock\.method\(\s*Math\s*,/;
const UNIQUE = [
  'crypto.randomUUID',
  'crypto.randomBytes',
  'crypto.webcrypto.randomUUID',
  'globalThis.crypto.randomUUID',
  'uuid.v4',
  'nanoid.nanoid',
  'cuid',
  '@paralleldrive/cuid2.createId',
];

export const javascript: LanguageRule = {
  fix: 'Pass the generator in (`rng = Math.random`) and give tests one with a seed (`seedrandom`, `faker.seed(7)`), printed when a test fails.',
  find: [
    calls(
      [
        'Math.random',
        'crypto.randomInt',
        'crypto.getRandomValues',
        'globalThis.crypto.getRandomValues',
        'lodash.random',
        'lodash.shuffle',
        'lodash.sample',
        'lodash.sampleSize',
      ],
      ({ file }) => !SEEDED.test(file.text),
    ),
    // In a test a name that nobody else has is what these are for.
    calls(UNIQUE, (call) => !(inTests(call) && (isPartOfText(call.node) || becomesAName(call.node, call.file)))),
    calls(
      ['chance', 'chance.Chance', 'random-seed.create'],
      ({ node, args }) => args.length === 0 && /^new\b|create/.test(node.text()),
    ),
    nodes(
      { rule: { kind: 'call_expression', regex: '^[A-Za-z0-9_$]+\\.[A-Za-z0-9_$]+\\.[A-Za-z0-9_$]+\\(' } },
      (node, file) => {
        const first = /^[\w$]+/.exec(node.text())![0];
        return (
          /^@faker-js\/faker(?:\.|\/|$)/.test(file.imports.names.get(first) ?? '') &&
          !new RegExp(`\\b${first}\\.seed\\(`).test(file.text)
        );
      },
      /faker-js/,
    ),
  ],
};

function inTests({ node, file }: { readonly node: Call['node']; readonly file: SourceFile }): boolean {
  return file.isTestFile || file.testAround(node) !== null;
}

/** In a text it makes a name. */
const isPartOfText = (node: Call['node']): boolean =>
  /^(?:template_substitution|binary_expression)$/.test((node.parent()?.kind() as string) ?? '');
