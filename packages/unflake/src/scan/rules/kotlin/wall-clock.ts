import { ruleOf } from '../kinds.ts';
import { called } from './called.ts';

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

export const wallClock = ruleOf('kotlin', 'wall-clock', {
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
  flags: [
    'class A { fun at() = System.currentTimeMillis() }\n',
    'import java.time.Instant\nfun at(): Instant = Instant.now()\n',
    'import java.time.*\nfun due() = LocalDate.now(ZoneOffset.UTC).plusDays(1)\n',
    'import java.util.Date\nval at = Date()\n',
    'import kotlinx.datetime.Clock\nval now = Clock.System.now()\n',
  ],
  allows: [
    'import java.time.Instant\nclass ATest { @Test fun a() { mockkStatic(Instant::class)\n every { Instant.now() } returns fixed\n assertEquals(fixed, Instant.now()) } }\n',
    'import java.time.*\nfun at(clock: Clock) = Instant.now(clock)\n',
    'fun took() = System.nanoTime()\n',
    'import java.util.Date\nval at = Date(0L)\n',
    'object Instant { fun now() = 0L }\nfun at() = Instant.now()\n',
    'import java.time.LocalDate\nval day = LocalDate.of(2024, 1, 31)\n',
  ],
});
