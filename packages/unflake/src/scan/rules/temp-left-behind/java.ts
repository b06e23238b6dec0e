import { calledName } from '../../semantics/java/around.ts';
import { holderOf } from '../../semantics/java/held.ts';
import { undone } from '../../semantics/undone.ts';
import { calls, type LanguageRule } from '../rule.ts';

const REMOVES =
  /^(?:delete|deleteIfExists|deleteOnExit|deleteDirectory|deleteRecursively|deleteQuietly|walkFileTree|cleanDirectory|forceDelete|forceDeleteOnExit|deleteAll|rm|removeDirectory|cleanUp|cleanup)$/;

export const java: LanguageRule = {
  fix: 'Take the folder from JUnit: `@TempDir Path dir` (JUnit 5), `TemporaryFolder` (JUnit 4); or delete it in `@AfterEach`.',
  find: [
    calls(
      `java.nio.file.Files.createTempFile java.nio.file.Files.createTempDirectory java.io.File.createTempFile
       com.google.common.io.Files.createTempDir`,
      ({ node, args, name, file }) => {
        const place = name.endsWith('File.createTempFile')
          ? args[2]
          : name.endsWith('createTempDirectory')
            ? args.length > 1
              ? args[0]
              : undefined
            : args.length > 2
              ? args[0]
              : undefined;
        if (holderOf(node).kind === 'elsewhere') return false;
        // Inside a folder that JUnit removes.
        if (place !== undefined && /@TempDir|TemporaryFolder/.test(file.text)) return false;
        return (
          !undone(node, file, { rule: { kind: 'method_invocation' } }, (other) => REMOVES.test(calledName(other))) &&
          !undone(node, file, { rule: { kind: 'method_reference', regex: 'delete' } })
        );
      },
    ),
  ],
};
