import type { Node, SourceFile } from '../facts/source-file.ts';
import { calleeOf, isDiscarded } from '../semantics/calls.ts';
import { CLOCK, isClock } from '../semantics/csharp.ts';
import { isOfPackage } from '../semantics/go/around.ts';
import { holderOf, unwrapped } from '../semantics/held.ts';
import { scopeOf } from '../semantics/index.ts';
import { calledOn } from '../semantics/javascript/around.ts';
import { fieldOf } from '../semantics/javascript/constants.ts';
import { created } from '../semantics/php.ts';
import { heldName } from '../semantics/place.ts';
import { callOf, callsIn, keyword, positional } from '../semantics/python/calls-in.ts';
import { commandOf } from '../semantics/shell/command.ts';
import { convertsTime } from '../semantics/shell/timing.ts';
import { quoted, re } from '../semantics/undone.ts';
import { literal, outwards, textAt } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row, takesNothing, words } from './rule.ts';

const JAVA_TIMES = words('LocalDate LocalDateTime LocalTime ZonedDateTime OffsetDateTime YearMonth MonthDay Year').map(
  (name) => `java.time.${name}.now`,
);
/** Read so that it can be put back later. */
const isKept = (name: string | null): boolean =>
  /^(?:original|old|previous|prev|saved|before|default)/i.test(name ?? '');

/** The file itself says which zone it means. */
const PINNED: Readonly<Record<string, RegExp>> = {
  javascript: /process\.env\.TZ\s*=|timezone-mock|["']TZ["']/,
  java: /TimeZone\.setDefault\(|@DefaultTimeZone|"user\.timezone"/,
  cpp: /\btzset\(\)|setenv\("TZ"/,
  php: /date_default_timezone_set\(|date\.timezone/,
};

/** What is different in another zone. */
const GO_OF_THE_ZONE =
  /^(?:Format|AppendFormat|String|Hour|Day|Weekday|YearDay|Date|Month|Year|ISOWeek|Clock|Zone|Minute)$/;
const PHP_HAS_ZONE = /Z["']$|[+-]\d\d:?\d\d["']$|UTC|GMT|^["']@/;

export const timeZone: Kind = {
  name: 'time-zone',
  cause: { family: 'external', kind: 'time-zone' },
  severity: 'warning',
  where: 'anywhere',
  message: 'depends on the time zone of the machine',
  why: 'In another zone, or in the hour when summer time begins, the same instant is another hour or another day.',
  when: (place, file) => !isPinned(place, file),
  languages: {
    python: row(
      'Name the zone: `datetime.fromtimestamp(t, tz=timezone.utc)`, `calendar.timegm`, `.astimezone(ZoneInfo("Europe/Oslo"))`.',
      calls(
        'datetime.datetime.fromtimestamp',
        ({ args }) => positional(args).length < 2 && keyword(args, 'tz') === null,
      ),
      calls('datetime.date.fromtimestamp time.mktime tzlocal.get_localzone dateutil.tz.tzlocal'),
      calls('time.localtime time.ctime', ({ args }) => args.length > 0),
      calls('*.astimezone', takesNothing),
      calls('*.timestamp', isNaive),
    ),
    javascript: row(
      'Say which zone: `getUTCHours()`, `Date.UTC(…)`, `"2024-03-01T10:00Z"`, `{ timeZone: "UTC" }`; or set `process.env.TZ` for the whole run.',
      calls('Date globalThis.Date', ({ node, args }) => {
        if (!node.is('new_expression')) return false;
        // Back into the zone out of which it was reckoned.
        if (args.length >= 2) return !isReadInSameZone(node);
        if (/[+-]\d\d:?\d\d$|\b(?:GMT|UTC|Z)\b/.test(literal(args[0]) ?? '')) return false;
        return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$|^\w{3,9} \d{1,2},? \d{4}|^\d{1,2}\/\d{1,2}\/\d{4}/.test(
          literal(args[0]) ?? '',
        );
      }),
      calls(
        `*.getHours *.getDate *.getDay *.getMonth *.getFullYear *.getMinutes *.setHours *.setDate *.setMonth *.setFullYear
           *.getTimezoneOffset *.toDateString *.toTimeString`,
        ({ node, file }) => isDate(calledOn(node), file) && !isMadeOfParts(calledOn(node)!),
      ),
      calls('*.toLocaleDateString *.toLocaleTimeString', saysNoZone),
      calls('Intl.DateTimeFormat', (call) => saysNoZone(call) && !/resolvedOptions/.test(textAt(call.node.parent()))),
    ),
    java: row(
      'Say which zone: `LocalDate.now(ZoneOffset.UTC)`, `ZoneId.of("Europe/Berlin")`, `format.setTimeZone(…)`.',
      calls(JAVA_TIMES, takesNothing),
      calls(
        `java.time.ZoneId.systemDefault java.util.TimeZone.getDefault java.time.Clock.systemDefaultZone
           java.sql.Timestamp.valueOf java.sql.Date.valueOf`,
        ({ node }) => !isKept(holderName(node)),
      ),
      calls('java.util.Calendar.getInstance', ({ args }) => !args.some((arg) => /zone|UTC|GMT/i.test(arg.text()))),
      calls('java.util.GregorianCalendar java.util.Date', ({ args }) => args.length >= 3),
      calls(
        `java.text.SimpleDateFormat java.text.DateFormat.getDateInstance java.text.DateFormat.getDateTimeInstance
           java.text.DateFormat.getTimeInstance`,
        ({ node, file }) => {
          const name = holderName(node);
          return name === null || !re`\b${quoted(name)}\.setTimeZone\(`.test(file.text);
        },
      ),
    ),
    go: row(
      'Convert first: `t.UTC()` or `t.In(location)`; give `time.UTC` to `time.Date` and `time.ParseInLocation`.',
      nodesOf(
        'selector_expression',
        /^time\.Local$/,
        (node, file) => file.imports.names.get('time') === 'time' && !isSetOrAsked(node),
      ),
      calls('time.Unix time.UnixMilli time.UnixMicro time.Now', ({ node }) =>
        GO_OF_THE_ZONE.test(methodOn(node) ?? ''),
      ),
      calls(
        '*.Local',
        ({ node, args, file }) =>
          !isOfPackage(node, file) &&
          args.length === 0 &&
          file.imports.names.get('time') === 'time' &&
          !isDiscarded(node),
      ),
      calls('time.LoadLocation', ({ args }) => args[0]?.text() === '"Local"'),
    ),
    rust: row(
      'Work in `Utc`, or in a zone that is passed in (`chrono_tz::Tz`), and convert at the edge.',
      nodesOf('identifier', /^Local$/, isLocalOfChrono),
      calls(
        `time.OffsetDateTime.now_local time.UtcOffset.current_local_offset time.UtcOffset.local_offset_at jiff.Zoned.now
           jiff.tz.TimeZone.system libc.localtime_r libc.localtime`,
      ),
    ),
    shell: row(
      'Say which: `date -u -d @0`, `TZ=UTC date …`, or `export TZ=UTC` in `setup`.',
      nodesOf('command', /\bdate\b/, (node, file) => convertsTime(node, file) && !namesZone(node, file)),
    ),
    kotlin: row(
      'Say which zone: `LocalDate.now(ZoneOffset.UTC)`, `ZoneId.of("Europe/Berlin")`, `format.timeZone = …`.',
      calls(JAVA_TIMES, takesNothing),
      calls(
        'java.time.ZoneId.systemDefault kotlinx.datetime.TimeZone.currentSystemDefault java.util.TimeZone.getDefault',
        ({ node }) => !isKept(heldName(node)),
      ),
      calls(
        'java.text.SimpleDateFormat java.util.GregorianCalendar java.util.Calendar.getInstance',
        ({ args, file }) => !args.some((arg) => /zone|UTC/i.test(arg.text())) && !/\btimeZone\s*=/.test(file.text),
      ),
    ),
    ruby: row(
      'Say which zone: `Time.utc(2024, 1, 31)`, `Time.new(2024, 1, 31, 0, 0, 0, "+00:00")`, `Time.zone.parse(…)`, `Time.now.utc.to_date`.',
      calls('Time.local Time.mktime'),
      calls(
        'Time.parse Time.strptime',
        ({ args }) => args[0]?.is('string') === true && !/[+-]\d\d:?\d\d["']|Z["']|UTC|GMT/.test(args[0].text()),
      ),
      calls(
        'Time.new',
        ({ args }) => args.length > 2 && args.length < 7 && !args.some((arg) => /^in:|["'][+-]|UTC/.test(arg.text())),
      ),
      calls('*.localtime *.getlocal', takesNothing),
      calls('Date.today', ({ file }) => !/\b(?:Timecop\.|travel_to|freeze_time)/.test(file.text)),
    ),
    csharp: row(
      'Say which zone: `DateTime.UtcNow`, `TimeZoneInfo.ConvertTime(at, zone)`, `DateTimeStyles.AssumeUniversal | AdjustToUniversal`.',
      nodesOf(
        'member_access_expression',
        CLOCK,
        (node, file) => !/UtcNow$|Offset/.test(node.text()) && isClock(node, file),
      ),
      nodesOf('member_access_expression', /^(?:System\.)?TimeZoneInfo\.Local$/),
      calls('*.ToLocalTime', takesNothing),
    ),
    cpp: row(
      'Reckon in UTC: `gmtime_r`, `timegm`, `std::chrono::zoned_time("Europe/Berlin", at)`; a test sets `TZ` and calls `tzset()`.',
      calls('std.chrono.current_zone'),
      calls(
        'localtime std.localtime localtime_r localtime_s mktime std.mktime ctime std.ctime',
        ({ args }) => args.length > 0,
      ),
    ),
    php: row(
      'Say which zone: `new DateTimeImmutable("2024-03-31", new DateTimeZone("UTC"))`, `gmdate()`, `gmmktime()`.',
      calls('mktime localtime getdate'),
      calls('date', ({ args }) => !/^["'][UuBeTPOZ]["']$/.test(textAt(args[0]))),
      calls('strtotime', ({ args }) => /^["']\d{4}-\d\d/.test(textAt(args[0])) && !PHP_HAS_ZONE.test(args[0]!.text())),
      created(
        ['DateTime', 'DateTimeImmutable'],
        (args) => args.length === 1 && /^["']\d{4}-\d\d-\d\d/.test(args[0]!) && !PHP_HAS_ZONE.test(args[0]!),
      ),
    ),
  },
};

/** Whoever calls `tzset` in Python has said in which zone. */
function isPinned(place: Node, file: SourceFile): boolean {
  if (file.language !== 'python') return PINNED[file.language]?.test(file.text) ?? false;
  if (!file.text.includes('tzset')) return false;
  return callsIn(scopeOf(place, file)).some(({ last }) => last === 'tzset');
}

/** `datetime(2024, 1, 1).timestamp()`: no zone was given to what is converted. */
function isNaive({ node, file }: Call): boolean {
  const made = node.field('function')?.field('object');
  if (made == null || !made.is('call')) return false;
  const { callee, args } = callOf(made);
  return (
    file.meanings(callee, made).includes('datetime.datetime') &&
    keyword(args, 'tzinfo') === null &&
    positional(args).length < 8
  );
}

const holderName = (node: Node): string | null => {
  const holder = holderOf(node);
  return holder.kind === 'name' ? holder.name : null;
};

function saysNoZone({ args: [, options], file }: Call): boolean {
  return options === undefined || (unwrapped(options).is('object') && fieldOf(options, /^timeZone$/, file) === null);
}

/** Then the date itself was looked at. */
const isMadeOfParts = (on: Node): boolean =>
  unwrapped(on).is('new_expression') && (unwrapped(on).field('arguments')?.namedChildren().length ?? 0) >= 2;

const isReadInSameZone = (made: Node): boolean => {
  const member = made.parent();
  return (
    member?.is('member_expression') === true && /^get(?:FullYear|Month|Date|Day)$/.test(member.fieldText('property'))
  );
};

/** As far as the file shows: made by `new Date`, or said to be one. */
function isDate(on: Node | null, file: SourceFile): boolean {
  if (on === null) return false;
  const value = unwrapped(on);
  if (value.is('new_expression')) return value.field('constructor')?.text() === 'Date';
  const name = /[\w$]+$/.exec(value.text())?.[0];
  if (name === undefined) return false;
  return re`(?:^|[^\w$])${quoted(name)}\??\s*(?::\s*(?:Readonly<)?Date\b|=\s*new Date\()`.test(file.text);
}

/** The method that is called on a call's result at once. */
function methodOn(call: Node): string | null {
  const selector = call.parent();
  const isCalled = selector?.is('selector_expression') === true && selector.parent()?.is('call_expression') === true;
  return isCalled ? (selector.field('field')?.text() ?? null) : null;
}

/** `time.Local = time.UTC` pins the zone, and a comparison asks for it. */
function isSetOrAsked(node: Node): boolean {
  for (const above of outwards(node)) {
    if (above.is('binary_expression')) return true;
    if (above.is('assignment_statement')) return (above.field('left')?.end() ?? 0) >= node.end();
    if (above.is('call_expression') && /(?:Equal|Same)$/.test(calleeOf(above))) return true;
    if (above.is('short_var_declaration')) return /^(?:old|saved|orig|prev)/.test(above.text());
    if (above.is('block')) return false;
  }
  return false;
}

function isLocalOfChrono(node: Node, { imports }: SourceFile): boolean {
  const outer = node.parent();
  if (/^use_|scoped_use_list/.test(outer?.kind() ?? '')) return false;
  const imported = imports.names.get('Local');
  if (imported?.startsWith('chrono.') === true) return true;
  if (imported === undefined && imports.whole.includes('chrono.prelude')) return true;
  const isWhole = /chrono::(?:offset::|prelude::)?Local$/.test(textAt(outer));
  return isWhole && !/^use\b/.test(textAt(outer?.parent()));
}

function namesZone(node: Node, file: SourceFile): boolean {
  const { words: given, sets } = commandOf(node);
  const has = (word: RegExp) => given.some((one) => word.test(one));
  if (sets.includes('TZ') || has(/^(?:-\w*u\w*|--utc|--universal)$/)) return true;
  if (has(/^(?!\+).*(?:\b(?:UTC|GMT)\b|[+-]\d{2}:?\d{2}$|Z$)/)) return true;
  // Seconds since 1970 of an instant that is given as such, or of a file, are the same everywhere.
  const isInstant = given.some((word, at) => /^@/.test(word) || /^(?:-r|--reference)$/.test(given[at - 1] ?? ''));
  if (isInstant && has(/^\+%s%?N?$/)) return true;
  const exported = { kind: 'declaration_command', regex: '^export' };
  return file.root.find({ rule: { kind: 'variable_assignment', regex: '^TZ=', inside: exported } }) !== null;
}
