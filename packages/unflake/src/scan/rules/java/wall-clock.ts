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
};
