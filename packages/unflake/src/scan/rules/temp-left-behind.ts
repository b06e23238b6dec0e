import type { Node, SourceFile } from '../facts/source-file.ts';
import { isTemporaryLeft as isLeftInGo } from '../semantics/go/left-behind.ts';
import { holderOf } from '../semantics/held.ts';
import { calledName } from '../semantics/java/around.ts';
import { initialOf } from '../semantics/javascript/constants.ts';
import { heldName, isHandedOn, sharedText } from '../semantics/place.ts';
import { keyword } from '../semantics/python/calls-in.ts';
import { isTemporaryLeft as isLeftInPython } from '../semantics/python/fate.ts';
import { isKept, isMadeAndLeft } from '../semantics/rust/left-behind.ts';
import { isTemporaryLeft } from '../semantics/shell/left-behind.ts';
import { undone } from '../semantics/undone.ts';
import { textAt } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row } from './rule.ts';

/** Not handed on, and nothing in the same test, or around all of them, removes it. */
const unlessRemoved =
  (removes: RegExp) =>
  ({ node, file }: Call): boolean =>
    !isHandedOn(heldName(node), node, file) && !removes.test(sharedText(node, file));

const JAVA_REMOVES =
  /^(?:delete|deleteIfExists|deleteOnExit|deleteDirectory|deleteRecursively|deleteQuietly|walkFileTree|cleanDirectory|forceDelete|forceDeleteOnExit|deleteAll|rm|removeDirectory|cleanUp|cleanup)$/;
const JAVASCRIPT_REMOVES =
  '(?:^|\\.| )(?:rm|unlink|rimraf|remove|del|clean|emptyDir|restore|setGracefulCleanup)[A-Za-z]*\\(';

export const tempLeftBehind: Kind = {
  name: 'temp-left-behind',
  cause: { family: 'ordering', kind: 'residue' },
  severity: 'note',
  where: 'tests',
  message: 'creates a temporary file or directory and does not remove it',
  why: 'What one run leaves, the next one finds; and the disk of the machine that runs the tests fills up.',
  languages: {
    python: row(
      'Take pytest’s `tmp_path`, or `with tempfile.TemporaryDirectory() as place:`; in unittest `self.addCleanup(shutil.rmtree, place)`.',
      calls('tempfile.mkdtemp tempfile.mkstemp tempfile.mktemp', ({ node, file }) => isLeftInPython(node, file)),
      calls(
        'tempfile.NamedTemporaryFile',
        ({ node, args, file }) => keyword(args, 'delete')?.text() === 'False' && isLeftInPython(node, file),
      ),
    ),
    javascript: row(
      'Remove it where failures pass too: `t.after(() => rm(dir, { recursive: true }))`, or in `afterEach`.',
      calls(
        `fs.mkdtempSync fs.promises.mkdtemp fs/promises.mkdtemp fs-extra.mkdtemp fs-extra.mkdtempSync
           tempy.temporaryDirectory tempy.temporaryFile`,
        ({ node, file }) => !isRemoved(node, file),
      ),
      calls(
        `fs.writeFileSync fs.mkdirSync fs.promises.writeFile fs/promises.writeFile fs.promises.mkdir fs/promises.mkdir
           fs.cpSync`,
        ({ node, args, file }) =>
          /\btmpdir\(\)|^["'`]\/(?:var\/)?tmp\//.test(textAt(initialOf(args[0], file))) && !isRemoved(node, file),
      ),
    ),
    java: row(
      'Take the folder from JUnit: `@TempDir Path dir` (JUnit 5), `TemporaryFolder` (JUnit 4); or delete it in `@AfterEach`.',
      calls('java.nio.file.Files.createTempDirectory', (call) => isLeftInJava(call, call.args.length > 1)),
      calls(
        'java.nio.file.Files.createTempFile com.google.common.io.Files.createTempDir java.io.File.createTempFile',
        (call) => isLeftInJava(call, call.args.length > 2),
      ),
    ),
    go: row(
      'Use `t.TempDir()`, which goes with the test; or `t.Cleanup(func() { os.RemoveAll(dir) })`.',
      calls('os.MkdirTemp os.CreateTemp io/ioutil.TempDir io/ioutil.TempFile', isLeftInGo),
    ),
    rust: row(
      'Keep the `TempDir` of `tempfile::tempdir()` until the test ends: it removes itself.',
      calls('*.into_path *.keep', isKept),
      calls('std.env.temp_dir', isMadeAndLeft),
    ),
    shell: row(
      'Use `$BATS_TEST_TMPDIR`, which BATS removes, or `trap \'rm -rf "$place"\' EXIT` right after `mktemp`.',
      nodesOf('command', /^mktemp\b/, isTemporaryLeft),
    ),
    kotlin: row(
      'Take the folder from JUnit (`@TempDir`) or Kotest (`tempdir()`, `tempfile()`), or `deleteRecursively()` in `@AfterEach`.',
      calls(
        `java.nio.file.Files.createTempFile java.nio.file.Files.createTempDirectory java.io.File.createTempFile
           kotlin.io.path.createTempFile kotlin.io.path.createTempDirectory kotlin.io.createTempFile
           kotlin.io.createTempDir`,
        (call) =>
          !/@TempDir|TemporaryFolder|tempdir\(/.test(call.file.text) &&
          call.args.length <= 2 &&
          unlessRemoved(/\.?(?:delete\w*)\b/)(call),
      ),
    ),
    ruby: row(
      'Use the block, which removes it: `Dir.mktmpdir { |dir| … }`, or `FileUtils.remove_entry(dir)` in `after`.',
      calls(
        'Dir.mktmpdir',
        (call) =>
          call.node.field('block') === null &&
          !/\(&/.test(call.node.text()) &&
          unlessRemoved(/\b(?:remove_entry\w*|rm_rf?|rm_f|rmtree|remove_dir|rm_r)\b/)(call),
      ),
      calls(
        'Tempfile.create',
        (call) =>
          call.node.field('block') === null && unlessRemoved(/\b(?:unlink|File\.delete|rm_f|rm|delete)\b/)(call),
      ),
    ),
    csharp: row(
      'Delete it in `Dispose`, `[TearDown]` or `finally`: `File.Delete(path)`, `Directory.Delete(dir, recursive: true)`.',
      calls(
        'System.IO.Path.GetTempFileName System.IO.Directory.CreateTempSubdirectory',
        unlessRemoved(/\.Delete\(|DeleteOnClose/),
      ),
      calls(
        'System.IO.Directory.CreateDirectory',
        (call) => /GetTempPath\(\)/.test(textAt(call.args[0])) && unlessRemoved(/\.Delete\(/)(call),
      ),
    ),
    cpp: row(
      'Remove it in `TearDown` or by a guard: `unlink(path)`, `std::filesystem::remove_all(dir)`; `tmpfile()` removes itself.',
      calls(
        'mkstemp mkdtemp tmpnam std.tmpnam tempnam mkostemp',
        unlessRemoved(/\b(?:unlink|remove|remove_all|rmdir|std::remove|DeleteFile\w*)\s*\(/),
      ),
    ),
    php: row(
      'Remove it in `tearDown()` or `finally`: `unlink($path)`, `rmdir($dir)`; `tmpfile()` removes itself.',
      calls('tempnam', unlessRemoved(/\bunlink\(|->remove\(|rmdir\(|removeDirectory|deleteDirectory/)),
      calls(
        'mkdir',
        (call) =>
          /sys_get_temp_dir\(\)/.test(textAt(call.args[0])) &&
          unlessRemoved(/\brmdir\(|->remove\(|removeDirectory|deleteDirectory|rrmdir/)(call),
      ),
    ),
  },
};

/** `isPlaced`: in a folder that is given, which JUnit may remove. */
function isLeftInJava({ node, file }: Call, isPlaced: boolean): boolean {
  if (holderOf(node).kind === 'elsewhere') return false;
  if (isPlaced && /@TempDir|TemporaryFolder/.test(file.text)) return false;
  return (
    !undone(node, file, ['method_invocation'], (other) => JAVA_REMOVES.test(calledName(other))) &&
    !undone(node, file, ['method_reference', 'delete'])
  );
}

/** Also when it is given to something else to be called: `afterEach(cleanup)`, `onTestFinished(() => …)`. */
function isRemoved(node: Node, file: SourceFile): boolean {
  const given = ['identifier', '^(?:rimraf|cleanup|cleanUp|removeAll|tearDown)$'] as const;
  return (
    /\b(?:memfs|mock-fs)\b/.test(file.text) ||
    undone(node, file, ['call_expression', `^[^;]{0,80}${JAVASCRIPT_REMOVES}`]) ||
    undone(node, file, given, (use) => use.parent()?.is('arguments') ?? false)
  );
}
