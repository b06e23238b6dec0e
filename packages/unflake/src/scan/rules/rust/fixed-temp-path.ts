import { calls, type Rule } from '../rule.ts';
import { isTempPath } from '../written-places.ts';
import { argumentsOf, methodOf } from './around.ts';
import { FILE_CALLS } from './files.ts';
import { textOf } from './variables.ts';

export const fixedTempPath: Rule = {
  id: 'rust/fixed-temp-path',
  cause: { family: 'shared-state', kind: 'parallel-collision' },
  severity: 'error',
  where: 'tests',
  message: 'uses a fixed name in the directory for temporary files',
  why: 'Two runs at once write the same file, and what one run leaves the next one finds.',
  fix: 'Use `tempfile::tempdir()` and `dir.path().join("name")`.',
  find: [
    calls(FILE_CALLS, ({ args, file }) => args.some((argument) => isTempPath(textOf(argument, file) ?? ''))),
    calls(['std.env.temp_dir'], ({ node, file }) => {
      const join = node.parent()?.parent();
      if (!join?.is('call_expression') || methodOf(join) !== 'join') return false;
      const name = argumentsOf(join)[0];
      return (
        name !== undefined &&
        textOf(name, file) !== null &&
        !/no[-_]?such|missing|nonexist|does[-_]?not/.test(textOf(name, file)!)
      );
    }),
  ],
};
