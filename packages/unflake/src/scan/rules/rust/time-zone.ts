import { calls, nodes, type Rule } from '../rule.ts';

export const timeZone: Rule = {
  id: 'rust/time-zone',
  cause: { family: 'external', kind: 'time-zone' },
  severity: 'warning',
  where: 'anywhere',
  message: 'works in the machine’s own time zone',
  why: 'The same instant has another hour, and often another day, on a machine that is set to another zone.',
  fix: 'Work in `Utc`, or in a zone that is passed in (`chrono_tz::Tz`), and convert at the edge.',
  find: [
    nodes({ rule: { kind: 'identifier', regex: '^Local$' } }, (node, { imports }) => {
      const outer = (node.parent()?.kind() as string | undefined) ?? '';
      if (/^use_|scoped_use_list/.test(outer) || outer === 'use_list') return false;
      return (
        isChrono(imports.names.get('Local')) ||
        (imports.names.get('Local') === undefined && imports.whole.includes('chrono.prelude')) ||
        (/chrono::(?:offset::|prelude::)?Local$/.test(node.parent()?.text() ?? '') &&
          !/^use\b/.test(node.parent()?.parent()?.text() ?? ''))
      );
    }),
    calls([
      'time.OffsetDateTime.now_local',
      'time.UtcOffset.current_local_offset',
      'time.UtcOffset.local_offset_at',
      'jiff.Zoned.now',
      'jiff.tz.TimeZone.system',
      'libc.localtime_r',
      'libc.localtime',
    ]),
  ],
};

const isChrono = (path: string | undefined): boolean => path !== undefined && /^chrono\./.test(path);
