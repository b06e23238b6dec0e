import { CLOCK, isClock } from '../../semantics/csharp/clock.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'Take a `TimeProvider` and read `time.GetUtcNow()`; tests give a `FakeTimeProvider`.',
  find: [nodes({ rule: { kind: 'member_access_expression', regex: CLOCK } }, isClock)],
};
