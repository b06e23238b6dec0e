import { sharedText } from '../../semantics/place.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'Put it back in `Dispose`, `[TearDown]` or `finally`: `Environment.SetEnvironmentVariable(name, saved)`, `CultureInfo.CurrentCulture = saved`.',
  find: [
    calls('System.Environment.SetEnvironmentVariable', ({ node, args, file }) => {
      if (isPuttingBack(node)) return false;
      const key = args[0]?.text() ?? '';
      const all = [...sharedText(node, file).matchAll(/SetEnvironmentVariable\(\s*([^,)]+)/g)].filter(
        (match) => match[1]!.trim() === key,
      );
      return all.length < 2;
    }),
    calls(
      'System.IO.Directory.SetCurrentDirectory',
      ({ node, file }) =>
        !isPuttingBack(node) && (sharedText(node, file).match(/SetCurrentDirectory\(/g)?.length ?? 0) < 2,
    ),
    nodesOf(
      'assignment_expression',
      /^(?:CultureInfo\.(?:CurrentCulture|CurrentUICulture|DefaultThreadCurrentCulture)|Environment\.CurrentDirectory)[ ]*=/,
      (node, file) => {
        const left = node.field('left')!.text();
        return !isPuttingBack(node) && sharedText(node, file).split(`${left} =`).length < 3;
      },
    ),
  ],
};

const isPuttingBack = (node: Node): boolean => {
  if (nearest(node, ['finally_clause']) !== null) return true;
  const method = nearest(node, ['method_declaration']);
  return (
    /^(?:Dispose\w*|TearDown|Cleanup\w*)$/.test(method?.field('name')?.text() ?? '') ||
    /^\[(?:\w*TearDown|\w*Cleanup)\]/.test(method?.text() ?? '')
  );
};
