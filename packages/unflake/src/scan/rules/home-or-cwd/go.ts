import type { SourceFile } from '../../facts/source-file.ts';
import { argumentsOf, callsIn, functionAround } from '../../semantics/go/around.ts';
import { givenTo, usesOf } from '../../semantics/go/variables.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Set it: `t.Setenv("HOME", t.TempDir())`, `t.Chdir(dir)`; or pass the directory in. Files of the test belong in `testdata`.',
  find: [
    calls(
      `os.UserHomeDir os.UserConfigDir os.UserCacheDir os/user.Current github.com/mitchellh/go-homedir.Dir`,
      ({ node, file }) => !setsHome(node, file),
    ),
    calls(
      'os.Getenv os.LookupEnv',
      ({ node, args, file }) =>
        /^"(?:HOME|USERPROFILE|XDG_\w+|PWD)"$/.test(args[0]?.text() ?? '') && !setsHome(node, file),
    ),
    calls('os.Getwd', ({ node, file }) => {
      const directory = givenTo(node)?.[0];
      const scope = functionAround(node, file);
      // Read to be gone back to.
      return (
        directory === undefined ||
        !callsIn(scope, '\\.Chdir$').some((call) =>
          argumentsOf(call).some((argument) => usesOf(directory, argument).length > 0),
        )
      );
    }),
  ],
};

function setsHome(node: Node, file: SourceFile): boolean {
  return callsIn(functionAround(node, file), '\\.Setenv$').some((call) =>
    /HOME|USERPROFILE|XDG_/.test(argumentsOf(call)[0]?.text() ?? ''),
  );
}
