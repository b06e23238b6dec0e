import { independent, sequential } from '../samples.ts';
import { declarationOf, environmentOf, stepsBeside } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

const RESERVED = /^(?:foundation|sequential|after-\d\d-.*)$/;

export const sharedEnvironment: SuiteRule = {
  id: 'env/shared-environment',
  cause: { family: 'shared-state', kind: 'parallel-collision' },
  severity: 'error',
  message: 'has an environment that is not its own',
  why: 'Independent tests run at the same time. Two with one environment wait for each other, and each removes what the other has made.',
  fix: 'Give every independent test a name of its own for its environment; not `foundation`, `sequential` or `after-` and a numbered step.',
  check: eachFile((file, files) => {
    if (file.kind !== 'independent') return [];
    const own = environmentOf(file);
    const node = declarationOf(file)?.environment ?? null;
    if (own === null) return [];
    if (RESERVED.test(own)) return [{ file, node, message: `has the environment ${own}, which belongs to others` }];
    const steps = stepsBeside(file, files);
    const first = steps.find((other) => other.kind === 'independent' && environmentOf(other) === own)!;
    return first === file ? [] : [{ file, node, message: `has the environment ${own}, as ${first.name} has` }];
  }),
  flags: [
    [independent('test-shop', 'shop'), independent('test-till', 'shop')],
    [independent('test-shop', 'sequential')],
    [independent('test-shop', 'after-01-till')],
  ],
  allows: [
    [independent('test-shop', 'shop'), independent('test-till', 'till')],
    [sequential('00-shop'), sequential('01-till')],
    [independent('test-after-sale', 'after-sale')],
    [independent('test-shop', 'shop'), { ...independent('test-till', 'shop'), path: 'other/test-till.bats' }],
  ],
};
