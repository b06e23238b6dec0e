import { literal } from '../../syntax/node.ts';
import { independent, sequential } from '../samples.ts';
import { declarationOf, type SuiteFile, stepsBeside } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

export const skippedPredecessor: SuiteRule = {
  id: 'env/skipped-predecessor',
  cause: { family: 'ordering', kind: 'brittle' },
  severity: 'warning',
  message: 'does not need the step before it',
  why: 'Numbered steps share an environment and build on each other. In the whole suite the step before has always run; run by itself, or after the environment was built again, a step finds only what its prerequisites have made.',
  fix: 'Name the step before as a prerequisite; those that it needs itself are then understood.',
  check: eachFile((file, files) => {
    const declaration = file.kind === 'sequential' ? declarationOf(file) : null;
    const steps = stepsBeside(file, files).filter(({ kind }) => kind === 'sequential');
    const before = steps[steps.indexOf(file) - 1];
    if (declaration === null || before === undefined || needs(file, steps).has(before.name)) return [];
    return [{ file, node: declaration.call.node, message: `does not need ${before.name}, the step before it` }];
  }),
  flags: [
    [sequential('00-shop'), sequential('01-till')],
    [sequential('foundation'), sequential('00-shop'), sequential('01-till', ['foundation'])],
    [sequential('00-shop'), sequential('01-till', ['00-shop']), sequential('02-bank', ['00-shop'])],
  ],
  allows: [
    [sequential('foundation'), sequential('00-shop', ['foundation']), sequential('01-till', ['00-shop'])],
    [sequential('00-shop'), sequential('01-till', ['00-shop']), sequential('02-bank', ['foundation', '01-till'])],
    [sequential('00-shop'), independent('test-till', 'till')],
    [sequential('00-shop'), { ...sequential('01-till'), path: 'other/01-till.bats' }],
  ],
};

/** Prerequisites, with those that they name in turn. */
function needs(file: SuiteFile, steps: readonly SuiteFile[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (at: SuiteFile | undefined) => {
    for (const node of (at && declarationOf(at)?.prerequisites) ?? []) {
      const name = literal(node);
      if (name === null || found.has(name)) continue;
      found.add(name);
      visit(steps.find((step) => step.name === name));
    }
  };
  visit(file);
  return found;
}
