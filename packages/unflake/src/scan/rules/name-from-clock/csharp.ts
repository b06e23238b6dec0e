import { CLOCK, isClock } from '../../semantics/csharp/clock.ts';
import { becomesNameByText } from '../../semantics/name-by-text.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const csharp: LanguageRule = {
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
};
