import type { SourceFile } from '../../facts/source-file.ts';
import { holderOf } from '../../semantics/java/held.ts';
import { quoted } from '../../semantics/undone.ts';
import { calls, type LanguageRule } from '../rule.ts';

const isPinned = ({ text }: SourceFile): boolean =>
  /TimeZone\.setDefault\(|@DefaultTimeZone|"user\.timezone"/.test(text);

export const java: LanguageRule = {
  fix: 'Say which zone: `LocalDate.now(ZoneOffset.UTC)`, `ZoneId.of("Europe/Berlin")`, `format.setTimeZone(…)`.',
  find: [
    calls(
      [
        'LocalDate',
        'LocalDateTime',
        'LocalTime',
        'ZonedDateTime',
        'OffsetDateTime',
        'YearMonth',
        'MonthDay',
        'Year',
      ].map((name) => `java.time.${name}.now`),
      ({ args, file }) => args.length === 0 && !isPinned(file),
    ),
    calls(
      [
        'java.time.ZoneId.systemDefault',
        'java.util.TimeZone.getDefault',
        'java.time.Clock.systemDefaultZone',
        'java.sql.Timestamp.valueOf',
        'java.sql.Date.valueOf',
      ],
      ({ node, file }) => !isPinned(file) && !isKept(node),
    ),
    calls(
      ['java.util.Calendar.getInstance'],
      ({ args, file }) => !args.some((arg) => /zone|UTC|GMT/i.test(arg.text())) && !isPinned(file),
    ),
    calls(['java.util.GregorianCalendar', 'java.util.Date'], ({ args, file }) => args.length >= 3 && !isPinned(file)),
    calls(
      [
        'java.text.SimpleDateFormat',
        'java.text.DateFormat.getDateInstance',
        'java.text.DateFormat.getDateTimeInstance',
        'java.text.DateFormat.getTimeInstance',
      ],
      ({ node, file }) => {
        if (isPinned(file)) return false;
        const holder = holderOf(node);
        return holder.kind !== 'name' || !new RegExp(`\\b${quoted(holder.name)}\\.setTimeZone\\(`).test(file.text);
      },
    ),
  ],
};

const isKept = (node: Parameters<typeof holderOf>[0]): boolean => {
  const holder = holderOf(node);
  return holder.kind === 'name' && /^(?:original|old|previous|prev|saved|before|default)/i.test(holder.name);
};
