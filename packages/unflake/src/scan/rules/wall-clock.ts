import { CLOCK, isClock } from '../semantics/csharp.ts';
import { semanticsOf } from '../semantics/index.ts';
import { created } from '../semantics/php.ts';
import { isSinceEpoch, WALL_CLOCKS } from '../semantics/rust/timing.ts';
import { readsClock } from '../semantics/shell/timing.ts';
import { nearest, textAt } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import { type Call, calls, type Kind, nodesOf, row, takesNothing, words } from './rule.ts';

const takesNoClock = ({ args }: Call): boolean => !args.some((arg) => /clock/i.test(arg.text()));
const JAVA_TIMES = words(
  'Instant LocalDate LocalDateTime LocalTime ZonedDateTime OffsetDateTime OffsetTime Year YearMonth MonthDay',
).map((name) => `java.time.${name}.now`);

export const wallClock: Kind = {
  name: 'wall-clock',
  cause: { family: 'external', kind: 'date' },
  severity: 'note',
  where: 'anywhere',
  message: 'reads the wall clock',
  why: 'The result depends on when the test runs: at midnight, at a month’s end, when the clock is set back.',
  when: (place, file) => !semanticsOf(file).clockIsFaked(place, file),
  languages: {
    python: row(
      'Take the time as an argument, or a clock that tests can set.',
      calls(
        `time.time time.time_ns datetime.datetime.now datetime.datetime.utcnow datetime.datetime.today datetime.date.today
           django.utils.timezone.now pandas.Timestamp.now arrow.now arrow.utcnow pendulum.now pendulum.today`,
      ),
      // With an argument more these convert a time that was given.
      calls('time.localtime time.gmtime time.ctime time.asctime', takesNothing),
      calls('time.strftime', ({ args }) => args.length <= 1),
    ),
    javascript: row(
      'Take the time as an argument (`now = Date.now()`), or set it in the test: `vi.setSystemTime`, `jest.setSystemTime`, `mock.timers.enable({ apis: ["Date"] })`.',
      calls(
        `Date Date.now globalThis.Date globalThis.Date.now dayjs dayjs.utc moment moment.utc
           luxon.DateTime.now luxon.DateTime.utc luxon.DateTime.local`,
        (call) => takesNothing(call) && !isDefault(call.node),
      ),
      calls(
        'Temporal.Now.instant Temporal.Now.plainDateISO Temporal.Now.plainDateTimeISO Temporal.Now.zonedDateTimeISO',
        ({ node }) => !isDefault(node),
      ),
    ),
    java: row(
      'Take a `java.time.Clock` and read `Instant.now(clock)`; tests give `Clock.fixed(…)`.',
      calls('System.currentTimeMillis java.lang.System.currentTimeMillis java.util.Calendar.getInstance'),
      calls(JAVA_TIMES, takesNoClock),
      calls(
        `java.util.Date java.util.GregorianCalendar
           org.joda.time.DateTime org.joda.time.DateTime.now org.joda.time.LocalDate`,
        takesNothing,
      ),
    ),
    go: row(
      'Take the time as an argument, or a field `now func() time.Time` that is `time.Now` outside tests; `testing/synctest` gives a test its own clock.',
      calls('time.Now'),
    ),
    rust: row(
      'Take the time as an argument, or a trait `Clock` that tests implement; measure durations with `Instant`.',
      calls(WALL_CLOCKS),
      calls('*.elapsed', ({ node }) => isSinceEpoch(node)),
    ),
    shell: row(
      'Let the caller say which time it is: an argument, a variable such as `NOW`, `date -u -d "@$NOW"`.',
      nodesOf('command', /\bdate\b|%\([^)]*\)T/, readsClock),
      nodesOf('simple_expansion', /^\$EPOCH(?:SECONDS|REALTIME)$/),
      nodesOf('expansion', /^\$\{EPOCH(?:SECONDS|REALTIME)\b/),
    ),
    kotlin: row(
      'Take a `java.time.Clock` (or kotlinx’s `Clock`) and read `Instant.now(clock)`; tests give `Clock.fixed(…)`.',
      calls(
        `java.lang.System.currentTimeMillis kotlinx.datetime.Clock.System.now kotlin.time.Clock.System.now
           java.util.Calendar.getInstance`,
      ),
      calls(JAVA_TIMES, takesNoClock),
      calls('java.util.Date', takesNothing),
    ),
    ruby: row(
      'Take the clock as an argument (`clock: Time`), and in tests freeze it: `travel_to(Time.utc(2024, 1, 31))`, `Timecop.freeze`.',
      calls(
        'Time.now Time.current Time.zone.now Time.zone.today Date.today Date.current DateTime.now DateTime.current',
      ),
      calls('Time.new', takesNothing),
      calls('Process.clock_gettime', ({ args }) => /CLOCK_REALTIME/.test(textAt(args[0]))),
    ),
    csharp: row(
      'Take a `TimeProvider` and read `time.GetUtcNow()`; tests give a `FakeTimeProvider`.',
      nodesOf('member_access_expression', CLOCK, isClock),
    ),
    cpp: row(
      'Take the clock as a parameter or a template argument (`template <class Clock = std::chrono::system_clock>`); tests give one that stands still.',
      calls('time std.time', ({ args }) => args.length === 1 && /^(?:NULL|nullptr|0|&\w+)$/.test(args[0]!.text())),
      calls('std.chrono.system_clock.now absl.Now gettimeofday ftime'),
      calls('clock_gettime timespec_get std.timespec_get', ({ args }) =>
        args.some((arg) => /CLOCK_REALTIME|TIME_UTC/.test(arg.text())),
      ),
    ),
    php: row(
      'Take a `Psr\\Clock\\ClockInterface` and ask it: `$clock->now()`; tests give a `MockClock`, or `Carbon::setTestNow(…)`.',
      calls('time microtime'),
      calls('date gmdate idate', ({ args }) => args.length < 2),
      calls('getdate localtime', takesNothing),
      created(
        ['DateTime', 'DateTimeImmutable'],
        (args) => args.length === 0 || /^['"](?:now|today|tomorrow|yesterday|[+-]\d+ \w+)?['"]$/.test(args[0]!),
      ),
      calls(
        `Carbon.Carbon.now Carbon.CarbonImmutable.now Illuminate.Support.Carbon.now
           Carbon.Carbon.today Carbon.CarbonImmutable.today`,
      ),
    ),
  },
};

/** As the default of a parameter it can be given another. */
function isDefault(node: Node): boolean {
  const around = nearest(
    node,
    words('required_parameter optional_parameter assignment_pattern object_assignment_pattern statement_block'),
  );
  return around !== null && !around.is('statement_block');
}
