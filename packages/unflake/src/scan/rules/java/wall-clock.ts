import { calls, type Rule } from '../rule.ts';

const TIMES = [
  'Instant',
  'LocalDate',
  'LocalDateTime',
  'LocalTime',
  'ZonedDateTime',
  'OffsetDateTime',
  'OffsetTime',
  'Year',
  'YearMonth',
  'MonthDay',
];

export const wallClock: Rule = {
  id: 'java/wall-clock',
  cause: { family: 'external', kind: 'date' },
  severity: 'note',
  where: 'anywhere',
  message: 'reads the wall clock',
  why: 'The result depends on when the test runs: at midnight, at a month’s end, when the clock is set back.',
  fix: 'Take a `java.time.Clock` and read `Instant.now(clock)`; tests give `Clock.fixed(…)`.',
  find: [
    calls(['System.currentTimeMillis', 'java.lang.System.currentTimeMillis']),
    calls(
      TIMES.map((name) => `java.time.${name}.now`),
      ({ args }) => !args.some((arg) => /clock/i.test(arg.text())),
    ),
    calls(
      [
        'java.util.Date',
        'java.util.GregorianCalendar',
        'org.joda.time.DateTime',
        'org.joda.time.DateTime.now',
        'org.joda.time.LocalDate',
      ],
      ({ args }) => args.length === 0,
    ),
    calls(['java.util.Calendar.getInstance']),
  ],
  flags: [
    'class A { long at() { return System.currentTimeMillis(); } }\n',
    'import java.time.Instant;\nclass A { Instant at() { return Instant.now(); } }\n',
    'import java.time.*;\nclass A { LocalDate due() { return LocalDate.now(ZoneOffset.UTC).plusDays(1); } }\n',
    'import java.util.Date;\nclass A { Date at = new Date(); }\n',
    'import java.util.Calendar;\nclass A { int year() { return Calendar.getInstance().get(Calendar.YEAR); } }\n',
  ],
  allows: [
    'import java.time.*;\nclass A { Instant at(Clock clock) { return Instant.now(clock); } }\n',
    'class A { long took() { return System.nanoTime(); } }\n',
    'import java.util.Date;\nclass A { Date at = new Date(0L); }\n',
    'class Instant { static Instant now() { return null; } }\nclass A { Instant at() { return Instant.now(); } }\n',
    'import java.time.LocalDate;\nclass A { LocalDate day = LocalDate.of(2024, 1, 31); }\n',
  ],
};
