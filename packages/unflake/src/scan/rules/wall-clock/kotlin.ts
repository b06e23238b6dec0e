import { called } from '../../semantics/kotlin/called.ts';
import type { LanguageRule } from '../rule.ts';

const TIMES = [
  'Instant',
  'LocalDate',
  'LocalDateTime',
  'LocalTime',
  'ZonedDateTime',
  'OffsetDateTime',
  'Year',
  'YearMonth',
];

export const kotlin: LanguageRule = {
  fix: 'Take a `java.time.Clock` (or kotlinx’s `Clock`) and read `Instant.now(clock)`; tests give `Clock.fixed(…)`.',
  find: [
    called([
      'java.lang.System.currentTimeMillis',
      'kotlinx.datetime.Clock.System.now',
      'kotlin.time.Clock.System.now',
      'java.util.Calendar.getInstance',
    ]),
    called(
      TIMES.map((name) => `java.time.${name}.now`),
      ({ args, file }) =>
        // A test that puts its own clock in the library's place may ask it.
        !args.some((arg) => /clock/i.test(arg.text())) && !/\bmockkStatic\(/.test(file.text),
    ),
    called(['java.util.Date'], ({ args }) => args.length === 0),
  ],
};
