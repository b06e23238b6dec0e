import { methodText, rootOf } from '../../semantics/java/around.ts';
import { quoted } from '../../semantics/undone.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Look at what `waitFor()` returns, or at `exitValue()`, and fail when it is not 0.',
  find: [
    calls('*.waitFor', ({ node, args, file }) => {
      if (!(node.parent()?.is('expression_statement') ?? false) || args.length === 1) return false;
      const object = node.field('object')?.text() ?? '';
      const root = rootOf(node.field('object'));
      // Of a process that was ended by force nobody asks how it ended.
      if (new RegExp(`\\b${quoted(root)}\\.destroy`).test(methodText(node))) return false;
      const isProcess =
        /\.start\(\)$|\.exec\([\s\S]*\)$/.test(object) ||
        new RegExp(`\\bProcess ${quoted(root)}\\b|\\b${quoted(root)}\\s*=\\s*(?:new ProcessBuilder|Runtime\\.)`).test(
          file.text,
        );
      return isProcess && !new RegExp(`\\b${quoted(root)}\\.exitValue\\(`).test(methodText(node));
    }),
  ],
};
