import { becomesAName } from '../../semantics/becomes-a-name.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

const MAKES_TEXT =
  /(?:^|\.)(?:String|Number|BigInt|join|resolve|concat|toString|format|padStart|padEnd|slice|substring|replace|replaceAll|URL|encodeURIComponent|basename|normalize|floor|round|trunc|fileURLToPath|pathToFileURL)$/;

export const javascript: LanguageRule = {
  fix: 'Count instead (`let next = 0; … ${next++}` with the worker’s id in front), or let `fs.mkdtemp` or `crypto.randomUUID` choose.',
  find: [
    calls(
      [
        'Date.now',
        'performance.now',
        'perf_hooks.performance.now',
        'process.hrtime',
        'process.hrtime.bigint',
        'uuid.v1',
      ],
      ({ node, file }) => becomesAName(node, file, MAKES_TEXT),
    ),
    calls(
      ['Date', 'moment', 'dayjs'],
      ({ node, args, file }) => args.length === 0 && becomesAName(node, file, MAKES_TEXT),
    ),
    nodes({ rule: { kind: 'member_expression', regex: '^process\\.pid$' } }, (node, file) =>
      becomesAName(node, file, MAKES_TEXT),
    ),
  ],
};
