import { FILE_CALLS } from '../../semantics/rust/files.ts';
import { textOf } from '../../semantics/rust/variables.ts';
import { isMachinePath } from '../../semantics/written-places.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Keep what the test needs under `tests/data`, found from `env!("CARGO_MANIFEST_DIR")`, or write it to `tempfile::tempdir()`.',
  find: [
    calls([...FILE_CALLS, 'std.process.Command.new'], ({ args, file }) => isMachinePath(textOf(args[0], file) ?? '')),
  ],
};
