import type { Node, SourceFile } from '../facts/source-file.ts';
import { argumentsOf } from '../semantics/calls.ts';
import { FILE_CALLS, pathsIn } from '../semantics/go/variables.ts';
import { semanticsOf } from '../semantics/index.ts';
import { functionText, statementOf, textBefore } from '../semantics/place.ts';
import { functionAround } from '../semantics/python/around.ts';
import { callOf, callsIn } from '../semantics/python/calls-in.ts';
import { TOUCHES as TOUCHES_OF_PYTHON, touchedPaths, touchesAt } from '../semantics/python/opened-paths.ts';
import { methodOf } from '../semantics/rust/around.ts';
import { FILE_CALLS as RUST_FILE_CALLS } from '../semantics/rust/variables.ts';
import * as shell from '../semantics/shell/paths.ts';
import { isTouched } from '../semantics/touched-text.ts';
import { isTempPath } from '../semantics/written-places.ts';
import { literal, textAt } from '../syntax/node.ts';
import { calls, type Kind, nodesOf, row } from './rule.ts';

const PYTHON_SHARED = /^(?:\/tmp|\/var\/tmp|\/dev\/shm|[A-Z]:[\\/]+Te?mp)(?:[\\/]|$)/;

/** Of a path that is put together before it is used. */
const RANDOM_PART = /["'](?:\/var)?\/tmp\/[^"'\n]*\{[^}]*(?:rand|uuid|pid|uniq)/i;

export const fixedTempPath: Kind = {
  name: 'fixed-temp-path',
  cause: { family: 'shared-state', kind: 'parallel-collision' },
  severity: 'error',
  where: 'tests',
  message: 'uses a fixed path in the directory for temporary files',
  isSure: (place, file) =>
    // A path that is only put together, looked for, compared, or the end or the beginning of another.
    !/^(?:filepath\.Join|path\.Join|os\.path\.join|Path|Path\.Combine)\(/.test(place.text()) &&
    !place.is('variable_assignment') &&
    !/\bTMPDIR="?\$\(mktemp/.test(file.text) &&
    !/\b(?:access|exists|file_exists|is_file|isfile|i?glob)\(|\.exists\(\)|\b(?:assert|refute)_output\b|currentTime|nanoTime|[uU]niq|[rR]andom|UUID/.test(
      `${place.text()} ${statementOf(place).text().split('\n', 1)[0]}`,
    ) &&
    !/[+.]\s*$/.test(textBefore(place)) &&
    !RANDOM_PART.test(functionText(place, file)) &&
    // Scripts beside the tests may be benchmarks, or build what the suite as a whole needs.
    (file.language !== 'shell' || file.testAround(place) !== null) &&
    file.isForTests(place),
  why: 'Two runs or two users write over each other’s files; and the next run finds what this one left.',
  languages: {
    python: row(
      'Take pytest’s `tmp_path`, or `tempfile.TemporaryDirectory()`.',
      calls(TOUCHES_OF_PYTHON, touchesAt(PYTHON_SHARED)),
      // The same path is touched elsewhere in the test.
      nodesOf('string', /^.?["'](?:\/tmp|\/var\/tmp|\/dev\/shm)\//, isTouchedToo),
      calls('os.path.join pathlib.Path', ({ node, name, args: [first, second], file }) => {
        if (!/\bgettempdir\(\)$/.test(textAt(first))) return false;
        const outer = node.parent();
        const rest = name === 'os.path.join' ? second : outer?.is('binary_operator') ? outer.field('right') : null;
        return rest != null && literal(rest) !== null && functionAround(node) !== null && file.isTestFile;
      }),
    ),
    javascript: row(
      'Let the system choose: `mkdtemp(join(tmpdir(), "app-"))`, one folder for each test.',
      nodesOf('string', /^["'](?:\/tmp\/|\/var\/tmp\/|[A-Za-z]:\\\\[Tt]e?mp\\\\)/, isTouched),
      nodesOf('template_string', /^`(?:\/tmp\/|\/var\/tmp\/)[^$]*`$/, isTouched),
      calls(
        'path.join path.resolve path.posix.join path/posix.join',
        ({ node, args: [first, ...rest], file }) =>
          /^(?:os\.)?tmpdir\(\)$/.test(textAt(first)) &&
          rest.length > 0 &&
          rest.every((arg) => literal(arg) !== null) &&
          isTouched(node, file),
      ),
      nodesOf('binary_expression', /^(?:os\.)?tmpdir\(\) \+ ["'][^"']*["']$/, isTouched),
    ),
    java: row(
      'Take the folder from JUnit: `@TempDir Path dir` (JUnit 5), `TemporaryFolder` (JUnit 4).',
      nodesOf('string_literal', /^"(?:\/tmp\/|\/var\/tmp\/|[A-Za-z]:\\\\[Tt]e?mp\\\\)/, isTouched),
      nodesOf('string_literal', /^"java\.io\.tmpdir"$/, isBelowJavaTemp),
    ),
    go: row(
      'Use `filepath.Join(t.TempDir(), "name")`.',
      calls(FILE_CALLS, ({ node, args, file }) => pathsIn(node, args, file).some(isTempPath)),
      calls(
        'path/filepath.Join path.Join',
        ({ args: [first, ...rest] }) =>
          first?.text() === 'os.TempDir()' &&
          rest.length > 0 &&
          rest.every((part) => /string_literal$/.test(part.kind()) && !part.text().includes('*')),
      ),
    ),
    rust: row(
      'Use `tempfile::tempdir()` and `dir.path().join("name")`.',
      calls(RUST_FILE_CALLS, ({ args, file }) =>
        args.some((argument) => isTempPath(semanticsOf(file).textOf(argument, file) ?? '')),
      ),
      calls('std.env.temp_dir', ({ node, file }) => {
        const join = node.parent()?.parent();
        if (!join?.is('call_expression') || methodOf(join) !== 'join') return false;
        const name = semanticsOf(file).textOf(argumentsOf(join)[0], file);
        return name !== null && !/no[-_]?such|missing|nonexist|does[-_]?not/.test(name);
      }),
    ),
    shell: row(
      'Use `$BATS_TEST_TMPDIR`, or `mktemp -d` with a `trap` that removes it.',
      nodesOf(shell.TOUCHING, /\/tmp\/|\/dev\/shm\/|TMPDIR/, (node, file) =>
        shell.touched(node, file).some((path) => shell.isFixed(shell.pathText(path))),
      ),
      nodesOf('variable_assignment', /=["']?(?:\/tmp\/|\/var\/tmp\/|\/dev\/shm\/|\$\{?TMPDIR)/, shell.isUsedAsPath),
      // The same path is touched elsewhere in the test.
      nodesOf('command', /\/tmp\/|\/dev\/shm\//, shell.isTouchedToo),
    ),
    kotlin: row(
      'Take the folder from JUnit: `@TempDir lateinit var dir: Path`; in Kotest `tempdir()`.',
      nodesOf('string_literal', /^"(?:\/tmp\/|\/var\/tmp\/)[^$]*"$/, isTouched),
    ),
    ruby: row(
      'Make one of your own: `Dir.mktmpdir { |dir| … }`, `Tempfile.create`.',
      nodesOf('string', /^["'](?:\/tmp\/|\/var\/tmp\/)[^#]*["']$/, isTouched),
    ),
    csharp: row(
      'Make one of your own: `Directory.CreateTempSubdirectory()`, `Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())`.',
      nodesOf(
        'string_literal, verbatim_string_literal',
        /^@?"(?:\/tmp\/|\/var\/tmp\/|[A-Za-z]:\\{1,2}[Tt]e?mp\\)/,
        isTouched,
      ),
      // A fixed name below the folder that everybody shares.
      nodesOf('invocation_expression', /^Path\.Combine\(Path\.GetTempPath\(\)(?:,[ ]*"[^"]*")+\)$/, isTouched),
    ),
    cpp: row(
      'Make one of your own: `mkdtemp`, `testing::TempDir()` with the test’s name, `std::filesystem::temp_directory_path() / unique_name`.',
      nodesOf(
        'string_literal',
        /^"(?:\/tmp\/|\/var\/tmp\/)[^"%]*"$/,
        (node, file) => !/XXXXXX"$/.test(node.text()) && isTouched(node, file),
      ),
    ),
    php: row(
      'Make one of your own: `tempnam(sys_get_temp_dir(), "x")`, `sys_get_temp_dir() . "/" . bin2hex(random_bytes(8))`; vfsStream keeps it in memory.',
      nodesOf('string, encapsed_string', /^["'](?:\/tmp\/|\/var\/tmp\/)[^$]*["']$/, isTouched),
      nodesOf(
        'binary_expression',
        /^\\?sys_get_temp_dir\(\)[ ]*\.[ ]*["'][^$"']*["']$/,
        (node, file) => !node.parent()?.is('binary_expression') && isTouched(node, file),
      ),
    ),
  },
};

function isTouchedToo(text: Node, file: SourceFile): boolean {
  const outer = text.parent();
  const around = functionAround(text);
  if (around === null || outer === null || !/^(?:argument_list|keyword_argument)$/.test(outer.kind())) return false;
  const path = literal(text);
  return (
    callsIn(around).some(({ node, callee }) =>
      file
        .meanings(callee, node)
        .some(
          (name) =>
            TOUCHES_OF_PYTHON.includes(name) &&
            touchedPaths(node, name, file).some((one) => literal(one) === path && path !== null),
        ),
    ) && callOf(outer.parent()!).callee !== ''
  );
}

/** With a fixed name behind it; alone it may be a parent for a folder of one’s own. */
function isBelowJavaTemp(node: Node, file: SourceFile): boolean {
  const call = node.parent()?.parent();
  const outer = call?.parent();
  if (call == null || outer == null) return false;
  if (outer.is('binary_expression'))
    return /\+\s*(?:"[^"]*"|File\.separator\s*\+\s*"[^"]*")\s*$/.test(outer.text()) && isTouched(outer, file);
  return (
    outer.is('argument_list') &&
    /^\(System\.getProperty\("java\.io\.tmpdir"\)(?:,\s*"[^"]*")+\)$/.test(outer.text()) &&
    isTouched(call, file)
  );
}
