import { argumentsOf, methodOf } from '../../semantics/rust/around.ts';
import { FILE_CALLS } from '../../semantics/rust/files.ts';
import { textOf } from '../../semantics/rust/variables.ts';
import { isTempPath } from '../../semantics/written-places.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Use `tempfile::tempdir()` and `dir.path().join("name")`.',
  find: [
    calls(FILE_CALLS, ({ args, file }) => args.some((argument) => isTempPath(textOf(argument, file) ?? ''))),
    calls('std.env.temp_dir', ({ node, file }) => {
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
