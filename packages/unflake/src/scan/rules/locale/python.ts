import { literal } from '../../syntax/node.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

const READS =
  'currency format_string strcoll strxfrm atof atoi str getlocale getpreferredencoding localeconv delocalize'.split(
    ' ',
  );

export const python: LanguageRule = {
  fix: 'Name what you want: `f"{n:,.2f}"`, `strftime("%Y-%m-%d")`, `encoding="utf-8"`, a locale that the test sets and puts back.',
  find: [
    calls(READS.map((name) => `locale.${name}`)),
    calls(['locale.setlocale'], ({ args }) => args.length > 1 && literal(args[1]) === ''),
    calls(['*.strftime'], ({ args }) => args.some((arg) => /%-?[cxX]/.test(literal(arg) ?? ''))),
    // `sorted(names, key=locale.strxfrm)`
    nodes({ rule: { kind: 'attribute', regex: '^locale\\.(?:strxfrm|strcoll)$' } }, (node, file) => {
      const outer = node.parent();
      return outer?.is('call') !== true && file.meanings(node.text(), node).some((name) => /^locale\./.test(name));
    }),
  ],
};
