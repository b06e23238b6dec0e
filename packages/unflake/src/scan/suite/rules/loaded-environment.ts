import { literal } from '../../syntax/node.ts';
import { independent, sequential } from '../samples.ts';
import { callsOf, environmentOf, hook, type SuiteFile } from '../suite.ts';
import { eachFile, type FlaggedLine, type SuiteRule } from '../suite-rule.ts';

export const loadedEnvironment: SuiteRule = {
  id: 'env/loaded-environment',
  cause: { family: 'ordering', kind: 'residue' },
  severity: 'error',
  message: 'does not load its own environment in setup',
  why: 'Numbered tests share the environment `sequential`, the foundation and every independent test have one of their own. Another name makes another, empty environment, or reaches into one that somebody else is using.',
  fix: 'Call `load_test_env sequential` in `setup` of a numbered test, `load_test_env foundation` in the foundation, and in an independent test the name that was given to `setup_independent_test`.',
  check: eachFile((file) => {
    if (file.kind === null) return [];
    const own = environmentOf(file);
    const elsewhere = callsOf(file, 'load_test_env').filter(({ args }) => {
      const said = literal(args[0]);
      return own !== null && said !== null && said !== own;
    });
    if (elsewhere.length > 0)
      return elsewhere.map(({ args }) => ({ file, node: args[0]!, message: messageOf(args[0]!.text(), own!) }));
    return loads(file) ? [] : [{ file, node: hook(file, 'setup') } satisfies FlaggedLine];
  }),
  flags: [
    [sequential('00-shop', [], { setup: '' })],
    [sequential('00-shop', [], { setup: 'load_test_env shop' })],
    [sequential('foundation', [], { setup: 'load_test_env "sequential"' })],
    [independent('test-shop', 'shop', [], { setup: 'load_test_env sequential' })],
    [independent('test-shop', 'shop', [], { setup: 'cd /' })],
  ],
  allows: [
    [sequential('00-shop')],
    [sequential('00-shop', [], { setup: 'load_test_env "sequential"' })],
    [sequential('foundation')],
    [independent('test-shop', 'shop')],
    [
      independent('test-shop', 'shop', [], {
        setup: '',
        body: ['load_test_env shop', 'assert_dir_exists "$TEST_REPO"'],
      }),
    ],
  ],
};

/** In setup, or first thing in its tests. */
const loads = (file: SuiteFile): boolean => callsOf(file, 'load_test_env').length > 0;

const messageOf = (said: string, own: string): string =>
  `loads the environment ${said.replace(/["']/g, '')}; its own is ${own}`;
