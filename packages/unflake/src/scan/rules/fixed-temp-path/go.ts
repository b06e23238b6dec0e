import { FILE_CALLS, pathsIn } from '../../semantics/go/files.ts';
import { isTempPath } from '../../semantics/written-places.ts';
import { named } from '../../syntax/node.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Use `filepath.Join(t.TempDir(), "name")`.',
  find: [
    calls(FILE_CALLS, ({ node, args, file }) => pathsIn(node, args, file).some(isTempPath)),
    calls('path/filepath.Join path.Join', ({ args }) => {
      const rest = args.slice(1);
      return (
        args[0]?.text() === 'os.TempDir()' &&
        !rest.some((part) => part.text().includes('*')) &&
        rest.length > 0 &&
        rest.every(
          (part) =>
            named(part).every((inner) => /string_literal_content$|escape/.test(inner.kind())) &&
            /string_literal$/.test(part.kind()),
        )
      );
    }),
  ],
};
