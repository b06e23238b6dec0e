import { calls, type Rule } from '../rule.ts';
import { isMachinePath } from '../written-places.ts';
import { FILE_CALLS } from './files.ts';
import { textOf } from './variables.ts';

export const absolutePath: Rule = {
  id: 'rust/absolute-path',
  cause: { family: 'external', kind: 'platform' },
  severity: 'error',
  where: 'tests',
  message: 'goes to a path that only some machines have',
  why: 'The test passes where it was written and fails where that file is not, or is another.',
  fix: 'Keep what the test needs under `tests/data`, found from `env!("CARGO_MANIFEST_DIR")`, or write it to `tempfile::tempdir()`.',
  find: [
    calls([...FILE_CALLS, 'std.process.Command.new'], ({ args, file }) => isMachinePath(textOf(args[0], file) ?? '')),
  ],
};
