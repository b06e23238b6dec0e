import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const javascript: LanguageRule = {
  fix: 'Say which: `toLocaleString("en-US")`, `new Intl.Collator("en")`, `a.localeCompare(b, "en")`; or `a < b ? -1 : 1` where no language is meant.',
  find: [
    calls(
      [
        '*.toLocaleString',
        '*.toLocaleDateString',
        '*.toLocaleTimeString',
        '*.toLocaleUpperCase',
        '*.toLocaleLowerCase',
      ],
      ({ args }) => !says(args[0]),
    ),
    calls(['*.localeCompare'], ({ args }) => args.length >= 1 && !says(args[1])),
    calls(
      [
        'Intl.NumberFormat',
        'Intl.DateTimeFormat',
        'Intl.Collator',
        'Intl.PluralRules',
        'Intl.RelativeTimeFormat',
        'Intl.ListFormat',
      ],
      ({ node, args }) => !says(args[0]) && !/\.resolvedOptions\(/.test(node.parent()?.parent()?.text() ?? ''),
    ),
  ],
};

const says = (locale: Node | undefined): boolean =>
  locale !== undefined && !/^(?:undefined|\[\]|null)$/.test(locale.text());
