import { calls, type LanguageRule, nodes } from '../rule.ts';

export const rust: LanguageRule = {
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
