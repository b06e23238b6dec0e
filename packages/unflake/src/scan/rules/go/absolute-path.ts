import { calls, type Rule } from '../rule.ts';
import { isMachinePath } from '../written-places.ts';
import { FILE_CALLS, pathsIn } from './files.ts';

export const absolutePath: Rule = {
  id: 'go/absolute-path',
  cause: { family: 'external', kind: 'platform' },
  severity: 'error',
  where: 'tests',
  message: 'goes to a path that only some machines have',
  why: 'The test passes where it was written and fails where that file is not, or is another.',
  fix: 'Keep what the test needs in `testdata`, or write it to `t.TempDir()`.',
  find: [
    calls([...FILE_CALLS, 'os/exec.Command'], ({ node, name, args, file }) => {
      const paths = pathsIn(node, name === 'os/exec.Command' ? args.slice(0, 1) : args, file);
      return paths.some(isMachinePath);
    }),
  ],
};
