import type { Node, SourceFile } from '../facts/source-file.ts';
import { argumentsOf, callsIn } from '../semantics/calls.ts';
import { scopeOf } from '../semantics/index.ts';
import { commandOf, isOwn } from '../semantics/shell/command.ts';
import { literal, outwards, textAt, textBehind } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row, takesNothing, under } from './rule.ts';

const PINNED = /@DefaultLocale\b|Locale\.setDefault\(/;

const readsLocale = ({ args }: Call): boolean => /^"(?:LANG|LANGUAGE|LC_\w+)"$/.test(textAt(args[0]));
/** Programs whose output follows the locale. */
const SPEAKS = /^"(?:sort|date|ls|df|join|comm|uniq)"$/;
const runsInLocale = (program: Node | undefined, { node, file }: Call, pinned: RegExp): boolean =>
  SPEAKS.test(textAt(program)) && !pinned.test(scopeOf(node, file).text());

/** Patterns with names of months, days or halves of the day. */
const JAVA_WORDS = /M{3}|E{1,4}|L{3}|[aB](?![a-z])|G/;
const JAVA_BY_LOCALE = /%[-#+ 0,(]*[0-9]*(?:\.[0-9]+)?[feEgG]|%[-#+ 0(]*,|%t[aAbBhpP]/;
const isGivenLocaleNext = ({ node }: Call): boolean => /^\s*\.(?:withLocale|localizedBy)\(/.test(textBehind(node));
const saysLocale = (locale: Node | undefined): boolean =>
  locale !== undefined && !/^(?:undefined|\[\]|null)$/.test(locale.text());

export const locale: Kind = {
  name: 'locale',
  cause: { family: 'external', kind: 'locale' },
  severity: 'warning',
  where: 'anywhere',
  message: 'depends on the locale of the machine',
  why: 'Decimal separators, names of days, letter case and alphabetical order differ from machine to machine.',
  when: (place, file) => !(file.language === 'java' && PINNED.test(scopeOf(place, file).text())),
  languages: {
    python: row(
      'Name what you want: `f"{n:,.2f}"`, `strftime("%Y-%m-%d")`, `encoding="utf-8"`, a locale that the test sets and puts back.',
      calls(
        under(
          'locale',
          'currency format_string strcoll strxfrm atof atoi str getlocale getpreferredencoding localeconv delocalize',
        ),
      ),
      calls('locale.setlocale', ({ args }) => args.length > 1 && literal(args[1]) === ''),
      calls('*.strftime', ({ args }) => args.some((arg) => /%-?[cxX]/.test(literal(arg) ?? ''))),
      // `sorted(names, key=locale.strxfrm)`
      nodesOf(
        'attribute',
        /^locale\.(?:strxfrm|strcoll)$/,
        (node, file) =>
          node.parent()?.is('call') !== true && file.meanings(node.text(), node).some((name) => /^locale\./.test(name)),
      ),
    ),
    javascript: row(
      'Say which: `toLocaleString("en-US")`, `new Intl.Collator("en")`, `a.localeCompare(b, "en")`; or `a < b ? -1 : 1` where no language is meant.',
      calls(
        `*.toLocaleString *.toLocaleDateString *.toLocaleTimeString *.toLocaleUpperCase *.toLocaleLowerCase`,
        ({ args }) => !saysLocale(args[0]),
      ),
      calls('*.localeCompare', ({ args }) => args.length >= 1 && !saysLocale(args[1])),
      calls(
        under('Intl', 'NumberFormat DateTimeFormat Collator PluralRules RelativeTimeFormat ListFormat'),
        ({ node, args }) => !saysLocale(args[0]) && !/\.resolvedOptions\(/.test(textAt(node.parent()?.parent())),
      ),
    ),
    java: row(
      'Say which: `String.format(Locale.ROOT, …)`, `toLowerCase(Locale.ROOT)`, `NumberFormat.getInstance(Locale.US)`.',
      calls('*.toLowerCase *.toUpperCase', (call) => takesNothing(call) && call.node.field('object') !== null),
      calls('String.format', ({ args }) => JAVA_BY_LOCALE.test(literal(args[0]) ?? '')),
      calls('*.formatted', ({ node }) => JAVA_BY_LOCALE.test(literal(node.field('object')) ?? '')),
      calls(
        [
          ...under(
            'java.text.NumberFormat',
            'getInstance getNumberInstance getCurrencyInstance getPercentInstance getIntegerInstance',
          ),
          'java.text.Collator.getInstance',
        ],
        takesNothing,
      ),
      calls('java.text.DecimalFormat', ({ args }) => args.length === 1),
      calls('java.text.MessageFormat.format', ({ args }) => /\{[0-9]+,/.test(literal(args[0]) ?? '')),
      calls(
        'java.text.SimpleDateFormat java.time.format.DateTimeFormatter.ofPattern',
        (call) =>
          call.args.length === 1 &&
          JAVA_WORDS.test((literal(call.args[0]) ?? '').replace(/'[^']*'/g, '')) &&
          !isGivenLocaleNext(call),
      ),
      calls(
        under('java.time.format.DateTimeFormatter', 'ofLocalizedDate ofLocalizedDateTime ofLocalizedTime'),
        (call) => !isGivenLocaleNext(call),
      ),
    ),
    go: row(
      'Take a `language.Tag` as an argument; give programs `cmd.Env = append(os.Environ(), "LC_ALL=C")`.',
      calls(
        'os.Getenv os.LookupEnv',
        (call) =>
          readsLocale(call) &&
          !callsIn(scopeOf(call.node, call.file), '\\.Setenv$').some(
            (set) => argumentsOf(set)[0]?.text() === call.args[0]!.text(),
          ),
      ),
      calls(
        `github.com/jeandeaual/go-locale.GetLocale github.com/jeandeaual/go-locale.GetLanguage
           github.com/Xuanwo/go-locale.Detect github.com/cloudfoundry/jibber_jabber.DetectLanguage
           github.com/cloudfoundry/jibber_jabber.DetectIETF`,
      ),
      calls('os/exec.Command', (call) => runsInLocale(call.args[0], call, /LC_ALL|LANG=/)),
      calls('os/exec.CommandContext', (call) => runsInLocale(call.args[1], call, /LC_ALL|LANG=/)),
    ),
    rust: row(
      'Take the locale as an argument; give programs `.env("LC_ALL", "C")`.',
      calls(
        `sys_locale.get_locale sys_locale.get_locales locale_config.Locale.user_default locale_config.Locale.current
           num_format.SystemLocale.default num_format.SystemLocale.new`,
      ),
      calls('std.env.var std.env.var_os', readsLocale),
      calls('std.process.Command.new tokio.process.Command.new', (call) =>
        runsInLocale(call.args[0], call, /\.env\(\s*"(?:LC_ALL|LANG)"|env_clear\(|\.envs\(/),
      ),
    ),
    shell: {
      // Scripts that users run are meant to follow their locale.
      where: 'tests',
      ...row(
        'Write `LC_ALL=C sort`, or `export LC_ALL=C` in `setup`.',
        nodesOf('command', /\bsort\b|\bprintf\b[\s\S]*%[\d.]*[fgeFGE]/, followsLocale),
      ),
    },
  },
};

const SORTS_NUMBERS = /^(?:-\w*[nghVRM]\w*|--(?:numeric|general|human|version|random)\S*|-k\S*n\S*)$/;
const ORDER_LOST = /\bsort\b[^|]*\|\s*(?:uniq\s*(?:-\w+)?\s*\|\s*)?(?:wc|md5sum|sha\d+sum|grep\s+-\w*[qc])\b/;
const PINS = '^export\\s[\\s\\S]*\\bLC_(?:ALL|COLLATE|NUMERIC)=';

function followsLocale(node: Node, file: SourceFile): boolean {
  const { name, words: given, sets } = commandOf(node);
  if (sets.some((one) => /^(?:LC_\w+|LANG)$/.test(one)) || isOwn(name, file)) return false;
  if (file.root.find('declaration_command', PINS) !== null) return false;
  if (name === 'printf') return given.some((word) => /%[-+ \d.]*[fgeFGE]/.test(word));
  if (name !== 'sort' || given.some((word) => SORTS_NUMBERS.test(word))) return false;
  return ![...outwards(node)].some((above) => above.is('pipeline') && ORDER_LOST.test(above.text()));
}
