import type { SourceFile } from '../../facts/source-file.ts';
import { called } from '../../semantics/cpp/called.ts';
import { sharedText } from '../../semantics/place.ts';
import { quoted } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import type { LanguageRule } from '../rule.ts';

export const cpp: LanguageRule = {
  fix: 'Put it back in `TearDown` or by a guard object: `unsetenv(name)`, `setenv(name, saved, 1)`, `std::filesystem::current_path(saved)`, `std::locale::global(saved)`.',
  find: [
    called(['setenv', 'unsetenv', '_putenv_s'], ({ node, args, file }) => {
      const key = quoted(args[0]?.text() ?? '');
      return !isPutBack(node, file, `\\b(?:setenv|unsetenv|_putenv_s)\\(\\s*${key}`);
    }),
    called(
      ['chdir', 'std.filesystem.current_path', 'fs.current_path', 'setlocale', 'std.setlocale', 'std.locale.global'],
      ({ node, args, name, file }) => {
        const callee = name.slice(name.lastIndexOf('.') + 1);
        if (callee === 'setlocale' && /^(?:NULL|nullptr|0|"C")$/.test(args[1]?.text() ?? '')) return false;
        return args.length > 0 && !isPutBack(node, file, `\\b${callee}\\(\\s*[^)\\s]`);
      },
    ),
  ],
};

function isPutBack(node: Node, file: SourceFile, undo: string): boolean {
  const around = nearest(node, ['function_definition']);
  const name = around?.field('declarator')?.text() ?? '';
  if (/TearDown|tearDown|teardown|^~|::~|^main\b/.test(name)) return true;
  return (
    (sharedText(node, file).match(new RegExp(undo, 'g'))?.length ?? 0) > 1 ||
    /\bScoped(?:Env|Locale)\w*|EnvGuard|EnvironmentGuard/.test(file.text)
  );
}
