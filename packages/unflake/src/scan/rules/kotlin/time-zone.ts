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
});
