import { ruleOf } from '../kinds.ts';
import { statementOf } from '../place.ts';
import { calls } from '../rule.ts';
import { isHopefulSleep } from '../sleeping.ts';

export const sleepAsSynchronisation = ruleOf('csharp', 'sleep-as-synchronisation', {
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
});
