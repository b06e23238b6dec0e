import { FILE_CALLS, pathsIn } from '../../semantics/go/files.ts';
import { isMachinePath } from '../../semantics/written-places.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Keep what the test needs in `testdata`, or write it to `t.TempDir()`.',
  find: [
    calls([...FILE_CALLS, 'os/exec.Command'], ({ node, name, args, file }) => {
      const paths = pathsIn(node, name === 'os/exec.Command' ? args.slice(0, 1) : args, file);
      return paths.some(isMachinePath);
    }),
  ],
};
