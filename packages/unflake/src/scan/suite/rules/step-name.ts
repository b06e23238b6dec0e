import { literal } from '../../syntax/node.ts';
import { independent, sequential } from '../samples.ts';
import { callsOf, type SuiteFile } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

const NAMING = [
  'setup_sequential_test',
  'setup_independent_test',
  'mark_test_start',
  'mark_test_complete',
  'detect_dirty_state',
];

export const stepName: SuiteRule = {
  id: 'env/step-name',
  cause: { family: 'ordering', kind: 'residue' },
  severity: 'error',
  message: 'names another step than its own file',
  why: 'Markers are kept by name: under a wrong one this step counts as never run, and another one as run.',
  fix: 'Use the name of the file, without its extension.',
  check: eachFile((file) => {
    if (file.kind === null) return [];
    return NAMING.flatMap((name) => callsOf(file, name)).map(({ args }) => {
      const said = literal(args[0]);
      if (said === null || said === file.name) return null;
      return { file, node: args[0]!, message: messageOf(said, file) };
    });
  }),
  flags: [
    [sequential('01-shop', [], { setupFile: 'setup_sequential_test 01-till' })],
    [sequential('01-shop', [], { teardownFile: 'mark_test_complete "00-shop"' })],
    [independent('test-shop', 'shop', [], { setupFile: "setup_independent_test 'shop' shop" })],
  ],
  allows: [[sequential('01-shop', ['00-till'])], [independent('test-shop', 'shop')], [sequential('foundation')]],
};

const messageOf = (said: string, { name }: SuiteFile): string => `names the step ${said}, in the file of ${name}`;
