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
});
