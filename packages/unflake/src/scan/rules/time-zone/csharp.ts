import { CLOCK, isClock } from '../../semantics/csharp/clock.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'Say which zone: `DateTime.UtcNow`, `TimeZoneInfo.ConvertTime(at, zone)`, `DateTimeStyles.AssumeUniversal | AdjustToUniversal`.',
  find: [
    nodes(
      { rule: { kind: 'member_access_expression', regex: CLOCK } },
      (node, file) => !/UtcNow$/.test(node.text()) && !/Offset/.test(node.text()) && isClock(node, file),
    ),
    nodes({ rule: { kind: 'member_access_expression', regex: '^(?:System\\.)?TimeZoneInfo\\.Local$' } }),
    calls(['*.ToLocalTime'], ({ args }) => args.length === 0),
  ],
};
