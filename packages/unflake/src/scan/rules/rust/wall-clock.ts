import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { inFile, inTest } from './sample.ts';

export const WALL_CLOCKS = [
  'std.time.SystemTime.now',
  'chrono.Utc.now',
  'chrono.Local.now',
  'chrono.offset.Utc.now',
  'chrono.offset.Local.now',
  'chrono.prelude.Utc.now',
  'chrono.prelude.Local.now',
  'time.OffsetDateTime.now_utc',
  'time.OffsetDateTime.now_local',
  'time.UtcDateTime.now',
  'jiff.Zoned.now',
  'jiff.Timestamp.now',
];

/** How long ago 1970 was is what the clock says. */
export const isSinceEpoch = (call: Node): boolean =>
  /(?:^|::)UNIX_EPOCH\.elapsed$/.test(call.field('function')?.text() ?? '');

export const wallClock: Rule = {
  id: 'rust/wall-clock',
  cause: { family: 'external', kind: 'date' },
  severity: 'note',
  where: 'anywhere',
  message: 'reads the wall clock',
  why: 'The result depends on when the test runs: at midnight, at a month’s end, when the clock is set back.',
  fix: 'Take the time as an argument, or a trait `Clock` that tests implement; measure durations with `Instant`.',
  find: [calls(WALL_CLOCKS), calls(['*.elapsed'], ({ node }) => isSinceEpoch(node))],
  flags: [
    inFile('std::time::SystemTime', 'fn stamp() -> SystemTime { SystemTime::now() }'),
    inFile('', 'fn stamp() -> std::time::SystemTime { std::time::SystemTime::now() }'),
    inTest('chrono::Utc', 'assert!(due < Utc::now());'),
    inFile('std::time', 'fn stamp() -> time::SystemTime { time::SystemTime::now() }'),
    inFile('std::time::{SystemTime,UNIX_EPOCH}', 'fn id() -> String { format!("{:?}", SystemTime::now()) }'),
  ],
  allows: [
    inTest('std::time::Instant', 'let start = Instant::now();', 'assert!(start.elapsed().as_secs() < 60);'),
    inFile('crate::clock::SystemTime', 'fn stamp() -> u64 { SystemTime::now() }'),
    inTest('', 'let clock = FakeClock::at(0);', 'assert_eq!(clock.now(), 0);'),
    inFile('std::time::UNIX_EPOCH', 'fn zero() -> std::time::SystemTime { UNIX_EPOCH }'),
    inTest(
      'chrono::{TimeZone,Utc}',
      'let day = Utc.with_ymd_and_hms(2024, 2, 29, 0, 0, 0).unwrap();',
      'assert!(is_leap(day));',
    ),
  ],
};
