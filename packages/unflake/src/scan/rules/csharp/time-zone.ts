import { ruleOf } from '../kinds.ts';
import { calls, nodes } from '../rule.ts';
import { CLOCK, isClock } from './clock.ts';

export const timeZone = ruleOf('csharp', 'time-zone', {
  fix: 'Say which zone: `DateTime.UtcNow`, `TimeZoneInfo.ConvertTime(at, zone)`, `DateTimeStyles.AssumeUniversal | AdjustToUniversal`.',
  find: [
    nodes(
      { rule: { kind: 'member_access_expression', regex: CLOCK } },
      (node, file) => !/UtcNow$/.test(node.text()) && !/Offset/.test(node.text()) && isClock(node, file),
    ),
    nodes({ rule: { kind: 'member_access_expression', regex: '^(?:System\\.)?TimeZoneInfo\\.Local$' } }),
    calls(['*.ToLocalTime'], ({ args }) => args.length === 0),
  ],
});
