import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';
import { CLOCK, isClock } from './clock.ts';

export const wallClock = ruleOf('csharp', 'wall-clock', {
  fix: 'Take a `TimeProvider` and read `time.GetUtcNow()`; tests give a `FakeTimeProvider`.',
  find: [nodes({ rule: { kind: 'member_access_expression', regex: CLOCK } }, isClock)],
});
