import { statementOf } from '../../semantics/place.ts';
import { isHopefulSleep } from '../../semantics/sleeping.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'Wait for the condition itself, with a limit: `await task.WaitAsync(TimeSpan.FromSeconds(10))`, `signal.Wait(…)`, `SpinWait.SpinUntil(…)`; for time itself a `FakeTimeProvider`.',
  find: [
    calls(['System.Threading.Thread.Sleep'], ({ node, args, file }) => isHopefulSleep(node, args[0]?.text(), file)),
    calls(
      ['System.Threading.Tasks.Task.Delay'],
      ({ node, args, file }) =>
        /^(?:await\b|Task\.Delay\([^()]*\)\.Wait)/.test(statementOf(node).text()) &&
        !/WhenAny/.test(statementOf(node).text()) &&
        isHopefulSleep(node, args[0]?.text(), file),
    ),
  ],
};
