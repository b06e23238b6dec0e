import { callOf, keyword, positional } from '../../semantics/python/calls-in.ts';
import { literal } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const SKIPS = /^@(?:pytest\.mark\.(?:skip|skipif|xfail)|(?:unittest\.)?(?:skip|skipIf|skipUnless))(?![.\w])/;

export const python: LanguageRule = {
  fix: 'Give the reason and where it is tracked: `@pytest.mark.skip(reason="…")`, `@unittest.skip("…")`, `pytest.skip("…")`.',
  find: [
    nodesOf('decorator', /skip|xfail/, (node) => SKIPS.test(node.text()) && !givesReason(node.namedChildren()[0])),
    calls(
      'pytest.skip pytest.xfail *.skipTest',
      ({ node, args }) =>
        args.length === 0 || (positional(args).length > 0 && literal(positional(args)[0]) === '' && !givesReason(node)),
    ),
  ],
};

/** A reason is what stands behind `reason=`, or the text that is given; of `skipif` and `skipIf` the one after the condition. */
function givesReason(mark: Node | undefined): boolean {
  if (mark === undefined || !mark.is('call')) return false;
  const { args, last } = callOf(mark);
  const after = /^(?:skipif|skipIf|skipUnless|xfail)$/.test(last) ? positional(args)[1] : positional(args)[0];
  const given = keyword(args, 'reason') ?? after ?? null;
  if (given === null) return false;
  const text = literal(given);
  return text === null || text.trim() !== '';
}
