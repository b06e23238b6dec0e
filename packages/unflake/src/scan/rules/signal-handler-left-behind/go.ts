import { argumentsOf, callsIn, functionAround, isMain, isOnlyShown } from '../../semantics/go/around.ts';
import { givenTo, usesOf } from '../../semantics/go/variables.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Call `signal.Stop(ch)` or `signal.Reset` in `t.Cleanup`; keep and call the `stop` of `signal.NotifyContext`.',
  find: [
    calls('os/signal.Notify', ({ node, args, file }) => {
      if (isMain(node) || isOnlyShown(node)) return false;
      const scope = functionAround(node, file);
      const channel = args[0]?.text() ?? '';
      return !callsIn(scope, '^signal\\.(?:Stop|Reset)$').some(
        (call) => /Reset/.test(call.text()) || argumentsOf(call)[0]?.text() === channel,
      );
    }),
    calls(
      'os/signal.Ignore',
      ({ node, file }) =>
        !(isMain(node) || isOnlyShown(node)) && callsIn(functionAround(node, file), '^signal\\.Reset$').length === 0,
    ),
    calls('os/signal.NotifyContext', ({ node, file }) => {
      const stop = givenTo(node)?.[1];
      return stop !== undefined && (stop === '_' || usesOf(stop, functionAround(node, file)).length < 2);
    }),
  ],
};
