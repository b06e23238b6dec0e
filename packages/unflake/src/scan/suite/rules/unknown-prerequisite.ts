import { literal } from '../../syntax/node.ts';
import { independent, sequential } from '../samples.ts';
import { declarationOf, stepKindOf, stepsBeside } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

export const unknownPrerequisite: SuiteRule = {
  id: 'env/unknown-prerequisite',
  cause: { family: 'ordering', kind: 'brittle' },
  severity: 'error',
  message: 'needs a step that is not there',
  why: 'When the environment has to be built again, what is needed cannot be run, and the test fails only then.',
  fix: 'Name the foundation or a numbered step of this suite. Nothing can build on an independent test: its environment is thrown away.',
  check: eachFile((file, files) => {
    const known = new Set(stepsBeside(file, files).map(({ name }) => name));
    return (declarationOf(file)?.prerequisites ?? []).map((node) => {
      const needed = literal(node);
      if (needed === null) return null;
      if (stepKindOf(needed) === 'independent')
        return { file, node, message: `needs ${needed}, which is an independent test` };
      return known.has(needed) ? null : { file, node, message: `needs ${needed}, which is not there` };
    });
  }),
  flags: [
    [sequential('00-shop', ['foundation'])],
    [sequential('00-shop'), sequential('01-till', ['00-shopp'])],
    [independent('test-shop', 'shop', ['03-bank'])],
    [independent('test-shop', 'shop'), sequential('00-till', ['test-shop'])],
  ],
  allows: [
    [
      sequential('foundation'),
      sequential('00-shop', ['foundation']),
      independent('test-till', 'till', ['foundation', '00-shop']),
    ],
    [sequential('00-shop')],
  ],
};
