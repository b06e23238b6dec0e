import { ruleOf } from '../kinds.ts';
import { becomesNameByText } from '../name-by-text.ts';
import { nodes } from '../rule.ts';
import { CLOCK, isClock } from './clock.ts';

export const nameFromClock = ruleOf('csharp', 'name-from-clock', {
  fix: 'Let `Guid.NewGuid()`, `Directory.CreateTempSubdirectory()` or `Path.GetRandomFileName()` choose, or count with `Interlocked.Increment`.',
  find: [
    nodes(
      { rule: { kind: 'member_access_expression', regex: CLOCK } },
      (node, file) => isClock(node, file) && becomesNameByText(node, file),
    ),
    nodes(
      { rule: { kind: 'member_access_expression', regex: '^Environment\\.(?:ProcessId|TickCount64?)$' } },
      becomesNameByText,
    ),
  ],
  flags: [
    'class A { string dbName = $"test_{DateTime.UtcNow.Ticks}"; }\n',
    'class A { string QueueName() { return "jobs-" + Environment.ProcessId; } }\n',
    'class A { void Run() { Directory.CreateDirectory("run-" + DateTime.Now.Ticks); } }\n',
    'class A { void Run() { var now = DateTime.UtcNow.Ticks; var path = $"out-{now}.txt"; Write(path); } }\n',
  ],
  allows: [
    'class A { DateTime createdAt = DateTime.UtcNow; }\n',
    'class A { string dbName = $"test_{Guid.NewGuid()}"; }\n',
    'class A { void Log() { Console.WriteLine($"started at {DateTime.Now}"); } }\n',
    'class A { User Make() => new User { Name = "a", SeenAt = DateTime.UtcNow }; }\n',
  ],
});
