import type { SourceFile } from '../../facts/source-file.ts';
import { created, functions } from '../../semantics/php/called.ts';
import type { LanguageRule } from '../rule.ts';

/** The file says itself which zone it means. */
const saysZone = ({ text }: SourceFile): boolean => /date_default_timezone_set\(|date\.timezone/.test(text);
const HAS_ZONE = /Z["']$|[+-]\d\d:?\d\d["']$|UTC|GMT|^["']@/;

export const php: LanguageRule = {
  fix: 'Say which zone: `new DateTimeImmutable("2024-03-31", new DateTimeZone("UTC"))`, `gmdate()`, `gmmktime()`.',
  find: [
    functions(['mktime', 'localtime', 'getdate'], ({ file }) => !saysZone(file)),
    functions(
      ['date', 'strtotime'],
      ({ name, args, file }) =>
        !saysZone(file) &&
        (/date$/.test(name)
          ? !/^["'][UuBeTPOZ]["']$/.test(args[0]?.text() ?? '')
          : /^["']\d{4}-\d\d/.test(args[0]?.text() ?? '') && !HAS_ZONE.test(args[0]!.text())),
    ),
    created(
      ['DateTime', 'DateTimeImmutable'],
      (args, _, file) =>
        args.length === 1 && /^["']\d{4}-\d\d-\d\d/.test(args[0]!) && !HAS_ZONE.test(args[0]!) && !saysZone(file),
    ),
  ],
};
