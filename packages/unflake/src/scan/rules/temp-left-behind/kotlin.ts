import { called } from '../../semantics/kotlin/called.ts';
import { heldName, isHandedOn, sharedText } from '../../semantics/place.ts';
import type { LanguageRule } from '../rule.ts';

export const kotlin: LanguageRule = {
  fix: 'Take the folder from JUnit (`@TempDir`) or Kotest (`tempdir()`, `tempfile()`), or `deleteRecursively()` in `@AfterEach`.',
  find: [
    called(
      [
        'java.nio.file.Files.createTempFile',
        'java.nio.file.Files.createTempDirectory',
        'java.io.File.createTempFile',
        'kotlin.io.path.createTempFile',
        'kotlin.io.path.createTempDirectory',
        'kotlin.io.createTempFile',
        'kotlin.io.createTempDir',
      ],
      ({ node, args, file }) =>
        !/@TempDir|TemporaryFolder|tempdir\(/.test(file.text) &&
        !(args.length > 2) &&
        !isHandedOn(heldName(node), node, file) &&
        !/\.?(?:delete\w*|deleteRecursively|deleteOnExit|deleteIfExists|deleteExisting)\b/.test(sharedText(node, file)),
    ),
  ],
};
