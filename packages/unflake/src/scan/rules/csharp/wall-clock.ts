import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';
import { CLOCK, isClock } from './clock.ts';

export const wallClock = ruleOf('csharp', 'wall-clock', {
  fix: 'Take a `TimeProvider` and read `time.GetUtcNow()`; tests give a `FakeTimeProvider`.',
  find: [nodes({ rule: { kind: 'member_access_expression', regex: CLOCK } }, isClock)],
  flags: [
    'class A { DateTime At() { return DateTime.UtcNow; } }\n',
    'class A { bool Due(DateTime day) => day < DateTime.Today; }\n',
    'class A { long Ticks() => DateTimeOffset.Now.Ticks; }\n',
    'using System;\npublic class ATests { [Fact] public void A() { Assert.True(order.At <= DateTime.Now); } }\n',
  ],
  allows: [
    'class A { DateTimeOffset At(TimeProvider time) => time.GetUtcNow(); }\n',
    'class A { DateTime at = new DateTime(2024, 1, 31); }\n',
    'class A { long Took() => Stopwatch.GetTimestamp(); }\n',
    'class DateTime { public static int Now = 0; }\nclass A { int At() => DateTime.Now; }\n',
  ],
});
