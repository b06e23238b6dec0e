import { ruleOf } from '../kinds.ts';
import { heldName } from '../place.ts';
import { called } from './called.ts';

export const timeZone = ruleOf('kotlin', 'time-zone', {
  fix: 'Say which zone: `LocalDate.now(ZoneOffset.UTC)`, `ZoneId.of("Europe/Berlin")`, `format.timeZone = …`.',
  find: [
    called(
      ['LocalDate', 'LocalDateTime', 'LocalTime', 'ZonedDateTime', 'OffsetDateTime', 'Year', 'YearMonth'].map(
        (one) => `java.time.${one}.now`,
      ),
      ({ args }) => args.length === 0,
    ),
    called(
      [
        'java.time.ZoneId.systemDefault',
        'kotlinx.datetime.TimeZone.currentSystemDefault',
        'java.util.TimeZone.getDefault',
      ],
      ({ node }) => !/^(?:original|old|previous|saved|before|default)/i.test(heldName(node) ?? ''),
    ),
    called(
      ['java.text.SimpleDateFormat', 'java.util.GregorianCalendar', 'java.util.Calendar.getInstance'],
      ({ args, file }) => !args.some((arg) => /zone|UTC/i.test(arg.text())) && !/\btimeZone\s*=/.test(file.text),
    ),
  ],
  flags: [
    'import java.time.*\nfun due(day: LocalDate) = day < LocalDate.now()\n',
    'import java.time.*\nfun local(at: Instant) = at.atZone(ZoneId.systemDefault())\n',
    'import java.text.SimpleDateFormat\nfun at(date: java.util.Date) = SimpleDateFormat("HH:mm").format(date)\n',
    'import kotlinx.datetime.*\nfun day(at: Instant) = at.toLocalDateTime(TimeZone.currentSystemDefault())\n',
  ],
  allows: [
    'import java.time.*\nfun today(clock: Clock) = LocalDate.now(clock)\n',
    'import java.time.*\nfun today() = LocalDate.now(ZoneOffset.UTC)\n',
    'import java.text.SimpleDateFormat\nval format = SimpleDateFormat("HH:mm").apply { timeZone = UTC }\n',
    'import java.util.TimeZone\nclass ATest { private val saved = TimeZone.getDefault() }\n',
  ],
});
