import type { SourceFile } from '../../facts/source-file.ts';
import { calledOn, unwrapped } from '../../semantics/javascript/around.ts';
import { fieldOf } from '../../semantics/javascript/constants.ts';
import { saidOfFile } from '../../semantics/said-of-file.ts';
import { quoted } from '../../semantics/undone.ts';
import { literal } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

const LOCAL = [
  'getHours',
  'getDate',
  'getDay',
  'getMonth',
  'getFullYear',
  'getMinutes',
  'setHours',
  'setDate',
  'setMonth',
  'setFullYear',
  'getTimezoneOffset',
  'toDateString',
  'toTimeString',
];

export const javascript: LanguageRule = {
  fix: 'Say which zone: `getUTCHours()`, `Date.UTC(…)`, `"2024-03-01T10:00Z"`, `{ timeZone: "UTC" }`; or set `process.env.TZ` for the whole run.',
  find: [
    calls(['Date', 'globalThis.Date'], ({ node, args, file }) => {
      if (!node.is('new_expression') || isPinned(file)) return false;
      // Back into the zone out of which it was reckoned.
      if (args.length >= 2) return !isReadInSameZone(node);
      return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$|^\w{3,9} \d{1,2},? \d{4}|^\d{1,2}\/\d{1,2}\/\d{4}/.test(
        literal(args[0]) ?? '',
      );
    }),
    calls(
      LOCAL.map((name) => `*.${name}`),
      ({ node, file }) => {
        const on = calledOn(node);
        return !isPinned(file) && isDate(on, file) && !isMadeOfParts(on!);
      },
    ),
    calls(
      ['*.toLocaleDateString', '*.toLocaleTimeString'],
      ({ args, file }) =>
        !isPinned(file) &&
        (args[1] === undefined || (unwrapped(args[1]).is('object') && fieldOf(args[1], /^timeZone$/, file) === null)),
    ),
    calls(
      ['Intl.DateTimeFormat'],
      ({ node, args, file }) =>
        !isPinned(file) &&
        !/resolvedOptions/.test(node.parent()?.text() ?? '') &&
        (args[1] === undefined || (unwrapped(args[1]).is('object') && fieldOf(args[1], /^timeZone$/, file) === null)),
    ),
  ],
};

/** The file sets its zone itself. */
const isPinned = saidOfFile(({ text }) => /process\.env\.TZ\s*=|timezone-mock|["']TZ["']/.test(text));

/** Then the date itself was looked at. */
const isMadeOfParts = (on: Node): boolean =>
  unwrapped(on).is('new_expression') && (unwrapped(on).field('arguments')?.namedChildren().length ?? 0) >= 2;

const isReadInSameZone = (made: Node): boolean => {
  const member = made.parent();
  return (
    member?.is('member_expression') === true &&
    /^get(?:FullYear|Month|Date|Day)$/.test(member.field('property')?.text() ?? '')
  );
};

/** As far as the file shows: made by `new Date`, or said to be one. */
function isDate(on: Node | null, file: SourceFile): boolean {
  if (on === null) return false;
  const value = unwrapped(on);
  if (value.is('new_expression')) return value.field('constructor')?.text() === 'Date';
  const name = /[\w$]+$/.exec(value.text())?.[0];
  if (name === undefined) return false;
  return new RegExp(`(?:^|[^\\w$])${quoted(name)}\\??\\s*(?::\\s*(?:Readonly<)?Date\\b|=\\s*new Date\\()`).test(
    file.text,
  );
}
