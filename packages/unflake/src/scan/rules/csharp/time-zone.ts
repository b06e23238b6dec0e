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
  flags: [
    'class A { bool Due(DateTime day) => day < DateTime.Today; }\n',
    'class A { int Hour() => DateTime.Now.Hour; }\n',
    'class A { DateTime Local(DateTime at) => at.ToLocalTime(); }\n',
    'class A { string Zone() => TimeZoneInfo.Local.Id; }\n',
  ],
  allows: [
    'class A { DateTime At() => DateTime.UtcNow; }\n',
    'class A { DateTime At(TimeZoneInfo zone) => TimeZoneInfo.ConvertTime(at, zone); }\n',
    'class A { DateTimeOffset At() => DateTimeOffset.Now; }\n',
    'class A { DateTime day = new DateTime(2024, 3, 31, 0, 0, 0, DateTimeKind.Utc); }\n',
  ],
});
