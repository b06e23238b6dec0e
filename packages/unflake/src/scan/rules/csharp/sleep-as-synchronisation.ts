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
  flags: [
    'public class ATests { [Fact] public void A() { queue.Add("x"); Thread.Sleep(500); Assert.Single(seen); } }\n',
    'public class ATests { [Fact] public async Task A() { Start(); await Task.Delay(200); Assert.True(Ready()); } }\n',
    'public class ATests { [SetUp] public void Up() { server.Start(); Thread.Sleep(TimeSpan.FromSeconds(1)); } }\n',
    'public class ATests { const int Pause = 300; [Test] public void A() { Go(); Thread.Sleep(Pause); Assert.That(Done()); } }\n',
  ],
  allows: [
    'public class ATests { [Fact] public async Task A() { var result = await pipeline.ExecuteAsync(async token => { await Task.Delay(20, token); return 1; }); Assert.Equal(1, result); } }\n',
    'public class ATests { [Fact] public void A() { while (!Ready()) { Thread.Sleep(10); } Assert.True(Ready()); } }\n',
    'public class ATests { [Fact] public async Task A() { var slow = Task.Run(async () => { await Task.Delay(50); return 1; }); Assert.Equal(1, await slow); } }\n',
    { file: 'src/Retry.cs', text: 'class Retry { void BackOff() { Thread.Sleep(100); } }\n' },
    'public class ATests { [Fact] public async Task A() { var first = await Task.WhenAny(work, Task.Delay(5000)); Assert.Same(work, first); } }\n',
    'public class ATests { static void Pause(int ms) { Thread.Sleep(ms); } }\n',
  ],
});
