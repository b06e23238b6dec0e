import { literal } from '../../syntax/node.ts';
import { calls, type LanguageRule } from '../rule.ts';

/** Patterns with names of months, days or halves of the day. */
const WORDS = /M{3}|E{1,4}|L{3}|[aB](?![a-z])|G/;
const BY_LOCALE = /%[-#+ 0,(]*[0-9]*(?:\.[0-9]+)?[feEgG]|%[-#+ 0(]*,|%t[aAbBhpP]/;

export const java: LanguageRule = {
  fix: 'Say which: `String.format(Locale.ROOT, …)`, `toLowerCase(Locale.ROOT)`, `NumberFormat.getInstance(Locale.US)`.',
  find: [
    calls(['*.toLowerCase', '*.toUpperCase'], ({ node, args }) => args.length === 0 && node.field('object') !== null),
    calls(['String.format'], ({ args }) => BY_LOCALE.test(literal(args[0]) ?? '')),
    calls(['*.formatted'], ({ node }) => BY_LOCALE.test(literal(node.field('object')) ?? '')),
    calls(
      ['getInstance', 'getNumberInstance', 'getCurrencyInstance', 'getPercentInstance', 'getIntegerInstance'].map(
        (name) => `java.text.NumberFormat.${name}`,
      ),
      ({ args }) => args.length === 0,
    ),
    calls(['java.text.DecimalFormat', 'java.text.MessageFormat.format'], ({ args, name }) =>
      name.endsWith('DecimalFormat') ? args.length === 1 : /\{[0-9]+,/.test(literal(args[0]) ?? ''),
    ),
    calls(
      ['java.text.SimpleDateFormat', 'java.time.format.DateTimeFormatter.ofPattern'],
      ({ args, node }) =>
        args.length === 1 &&
        WORDS.test((literal(args[0]) ?? '').replace(/'[^']*'/g, '')) &&
        !/^\s*\.(?:withLocale|localizedBy)\(/.test(node.parent()?.text().slice(node.text().length) ?? ''),
    ),
    calls(
      [
        'java.time.format.DateTimeFormatter.ofLocalizedDate',
        'java.time.format.DateTimeFormatter.ofLocalizedDateTime',
        'java.time.format.DateTimeFormatter.ofLocalizedTime',
      ],
      ({ node }) => !/^\s*\.(?:withLocale|localizedBy)\(/.test(node.parent()?.text().slice(node.text().length) ?? ''),
    ),
    calls(['java.text.Collator.getInstance'], ({ args }) => args.length === 0),
  ],
};
