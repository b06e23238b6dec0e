import { called } from '../../semantics/kotlin/called.ts';
import { heldName } from '../../semantics/place.ts';
import type { LanguageRule } from '../rule.ts';

export const kotlin: LanguageRule = {
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
};
