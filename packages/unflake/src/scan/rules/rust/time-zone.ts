import { calls, nodes, type Rule } from '../rule.ts';
import { inFile, inTest } from './sample.ts';

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
  flags: [
    inFile('chrono::Local', 'fn today() -> NaiveDate { Local::now().date_naive() }'),
    inTest(
      'chrono::{Local,TimeZone}',
      'let noon = Local.with_ymd_and_hms(2024, 3, 10, 12, 0, 0).unwrap();',
      'assert_eq!(noon.hour(), 12);',
    ),
    inFile(
      'chrono::{DateTime,Local,Utc}',
      'fn shown(at: DateTime<Utc>) -> String { at.with_timezone(&Local).to_string() }',
    ),
    inFile('time::OffsetDateTime', 'fn now() -> OffsetDateTime { OffsetDateTime::now_local().unwrap() }'),
  ],
  allows: [
    inFile(
      'chrono::{TimeZone,Utc}',
      'fn noon() -> DateTime<Utc> { Utc.with_ymd_and_hms(2024, 3, 10, 12, 0, 0).unwrap() }',
    ),
    inFile(
      'chrono_tz::Europe::Berlin',
      'fn shown(at: DateTime<Utc>) -> String { at.with_timezone(&Berlin).to_string() }',
    ),
    inFile('crate::scope::Local', 'fn first() -> Local { Local::new(0) }'),
    inFile('', 'enum Variable { Local, Global }', 'fn kind() -> Variable { Variable::Local }'),
  ],
};

const isChrono = (path: string | undefined): boolean => path !== undefined && /^chrono\./.test(path);
