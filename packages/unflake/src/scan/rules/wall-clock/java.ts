import { calls, type LanguageRule } from '../rule.ts';

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

export const java: LanguageRule = {
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
