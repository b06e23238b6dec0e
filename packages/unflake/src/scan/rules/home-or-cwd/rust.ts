import { argumentsOf, callsIn, functionAround } from '../../semantics/rust/around.ts';
import { givenTo, unpacked } from '../../semantics/rust/chains.ts';
import { usesOf } from '../../semantics/rust/variables.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Pass the directory in. Files of the test: `Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")`.',
  find: [
    calls(`std.env.home_dir dirs.home_dir dirs.config_dir dirs.cache_dir dirs.data_dir home.home_dir
       directories.UserDirs.new directories.BaseDirs.new directories.ProjectDirs.from`),
    calls('std.env.var std.env.var_os', ({ args }) =>
      /^"(?:HOME|USERPROFILE|XDG_\w+|PWD|USER)"$/.test(args[0]?.text() ?? ''),
    ),
    calls('std.env.current_dir', ({ node, file }) => {
      const directory = givenTo(unpacked(node));
      // Read to be gone back to.
      const back = callsIn(functionAround(node, file), 'set_current_dir$');
      return (
        directory === null ||
        !back.some((call) => argumentsOf(call).some((argument) => usesOf(directory, argument).length > 0))
      );
    }),
  ],
};
