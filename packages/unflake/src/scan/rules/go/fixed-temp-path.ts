import { named } from '../../syntax/node.ts';
import { calls, type Rule } from '../rule.ts';
import { isTempPath } from '../written-places.ts';
import { FILE_CALLS, pathsIn } from './files.ts';

export const fixedTempPath: Rule = {
  id: 'go/fixed-temp-path',
  cause: { family: 'shared-state', kind: 'parallel-collision' },
  severity: 'error',
  where: 'tests',
  message: 'uses a fixed name in the directory for temporary files',
  why: 'Two runs at once write the same file, and what one run leaves the next one finds.',
  fix: 'Use `filepath.Join(t.TempDir(), "name")`.',
  find: [
    calls(FILE_CALLS, ({ node, args, file }) => pathsIn(node, args, file).some(isTempPath)),
    calls(['path/filepath.Join', 'path.Join'], ({ args }) => {
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
