import { literal } from '../../syntax/node.ts';
import { sequential } from '../samples.ts';
import { declarationOf } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

export const prerequisiteOrder: SuiteRule = {
  id: 'env/prerequisite-order',
  cause: { family: 'ordering', kind: 'brittle' },
  severity: 'error',
  message: 'needs a step that runs after it, or itself',
  why: 'Whatever runs after a step makes the environment dirty for it, so that both can never be had: they would clean away each other for ever. Every circle of prerequisites has such a place.',
  fix: 'Need only what has a smaller number, or give the steps other numbers.',
  check: eachFile((file) => {
    if (file.kind !== 'sequential' && file.kind !== 'foundation') return [];
    return (declarationOf(file)?.prerequisites ?? []).map((node) => {
      const needed = literal(node);
      if (needed === null || comesBefore(needed, file.name)) return null;
      return { file, node, message: needed === file.name ? 'needs itself' : `needs ${needed}, which runs after it` };
    });
  }),
  flags: [
    [sequential('00-shop', ['01-till']), sequential('01-till')],
    [sequential('00-shop', ['00-shop'])],
    [sequential('00-shop', ['01-till']), sequential('01-till', ['00-shop'])],
    [sequential('foundation', ['00-shop']), sequential('00-shop')],
  ],
  allows: [
    [sequential('foundation'), sequential('00-shop', ['foundation']), sequential('01-till', ['foundation', '00-shop'])],
    [sequential('09-shop'), sequential('10-till', ['09-shop'])],
  ],
};

const comesBefore = (needed: string, name: string): boolean =>
  name !== 'foundation' && (needed === 'foundation' || needed < name);
