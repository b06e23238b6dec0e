import type { SourceFile } from '../../facts/source-file.ts';
import { calls, type Rule } from '../rule.ts';
import { quoted } from '../undone.ts';
import { holderOf } from './held.ts';

const isPinned = ({ text }: SourceFile): boolean =>
  /TimeZone\.setDefault\(|@DefaultTimeZone|"user\.timezone"/.test(text);

export const timeZone: Rule = {
  id: 'java/time-zone',
  cause: { family: 'external', kind: 'time-zone' },
  severity: 'warning',
  where: 'anywhere',
  message: 'reckons in the time zone of the machine',
  why: 'In another zone, or in the hour when summer time begins, the same instant is another hour or another day.',
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
  flags: [
    'import java.time.*;\nclass A { boolean due(LocalDate day) { return day.isBefore(LocalDate.now()); } }\n',
    'import java.time.*;\nclass A { ZonedDateTime local(Instant at) { return at.atZone(ZoneId.systemDefault()); } }\n',
    'import java.text.SimpleDateFormat;\nclass A { String at(java.util.Date date) { return new SimpleDateFormat("HH:mm").format(date); } }\n',
    'import java.util.*;\nclass A { Date start = new GregorianCalendar(2024, 0, 31).getTime(); }\n',
    'import java.util.Calendar;\nclass A { int hour() { return Calendar.getInstance().get(Calendar.HOUR); } }\n',
  ],
  allows: [
    'import java.time.*;\nclass A { LocalDate today(Clock clock) { return LocalDate.now(clock); } }\n',
    'import java.time.*;\nclass A { LocalDate today() { return LocalDate.now(ZoneOffset.UTC); } }\n',
    'import java.text.SimpleDateFormat;\nclass A { String at(java.util.Date date) { SimpleDateFormat format = new SimpleDateFormat("HH:mm"); format.setTimeZone(java.util.TimeZone.getTimeZone("UTC")); return format.format(date); } }\n',
    'import java.time.*;\nclass A { ZonedDateTime berlin(Instant at) { return at.atZone(ZoneId.of("Europe/Berlin")); } }\n',
    'import java.util.TimeZone;\nclass ATest { private final TimeZone saved = TimeZone.getDefault(); @AfterEach void down() { TimeZone.setDefault(saved); } }\n',
  ],
};

const isKept = (node: Parameters<typeof holderOf>[0]): boolean => {
  const holder = holderOf(node);
  return holder.kind === 'name' && /^(?:original|old|previous|prev|saved|before|default)/i.test(holder.name);
};
