import type { SourceFile } from '../../facts/source-file.ts';
import { called } from '../../semantics/kotlin/called.ts';
import { sharedText, textBefore } from '../../semantics/place.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import type { LanguageRule } from '../rule.ts';

export const kotlin: LanguageRule = {
  fix: 'Put it back in `@AfterEach` (`System.clearProperty`, `Locale.setDefault(saved)`), or use Kotest’s `withSystemProperty`, JUnit Pioneer’s `@SetSystemProperty`.',
  find: [
    called(
      ['java.lang.System.setProperty', 'java.util.TimeZone.setDefault', 'java.util.Locale.setDefault'],
      ({ node, args, name, file }) => {
        if (isPuttingBack(node)) return false;
        const key = name.endsWith('setProperty') ? (args[0]?.text() ?? '') : '';
        const undo = name.endsWith('setProperty')
          ? /System\.(?:setProperty|clearProperty)\(\s*([^,)]+)/g
          : /(?:TimeZone|Locale)\.setDefault\(()/g;
        const all = [...sharedText(node, file).matchAll(undo)].filter((match) => match[1]!.trim() === key);
        return all.length < 2 && !isRestored(file);
      },
    ),
  ],
};

/** In `finally`, in a function that runs after tests, or in Kotest's block of that kind. */
function isPuttingBack(node: Node): boolean {
  if (nearest(node, ['finally_block']) !== null) return true;
  const lambda = nearest(node, ['lambda_literal', 'function_declaration']);
  if (lambda?.is('lambda_literal') && /^after[A-Z]\w*\s*$/.test(textBefore(lambda))) return true;
  return /@After|^fun tearDown/.test(nearest(node, ['function_declaration'])?.text().split('{', 1)[0] ?? '');
}

const isRestored = ({ text }: SourceFile): boolean =>
  /@(?:Set|Clear|Restore)SystemPropert|@DefaultTimeZone|@DefaultLocale|SystemPropertyTestListener|RestoreSystemProperties/.test(
    text,
  );
