import { callsIn, functionAround, isRunByTest } from '../../semantics/go/around.ts';
import { FAILS } from '../../semantics/go/assertions.ts';
import { givesUpAtFixedTime, isPolling } from '../../semantics/go/polling.ts';
import { milliseconds } from '../../semantics/go/variables.ts';
import { nearest } from '../../syntax/node.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

/** Shorter than this is short for a machine that does other things as well. */
const SHORT_MS = 1000;

export const go: LanguageRule = {
  fix: 'Wait without a limit of your own and let `go test -timeout` end what hangs, or take the limit from `t.Deadline()`.',
  find: [
    nodesOf('for_statement', /time\.(?:Sleep|After|Tick)/, (loop, file) => {
      const sleeps = callsIn(loop, '^time\\.(?:Sleep|After)$').some(
        (call) => nearest(call, ['for_statement'])?.id() === loop.id(),
      );
      return (
        sleeps && isRunByTest(loop, file) && isPolling(loop) && givesUpAtFixedTime(loop, functionAround(loop, file))
      );
    }),
    nodesOf('communication_case', /time\.After/, (branch) => {
      const after = callsIn(branch, '^time\\.After$')[0];
      const limit = milliseconds(after?.field('arguments')?.children()[1]);
      return limit !== null && limit < SHORT_MS && callsIn(branch, FAILS).length > 0;
    }),
    calls('*.Eventually *.Eventuallyf *.EventuallyWithT', ({ args }) => {
      const limit = milliseconds(args.find((argument) => milliseconds(argument) !== null));
      return args.length >= 3 && limit !== null && limit < SHORT_MS;
    }),
  ],
};
