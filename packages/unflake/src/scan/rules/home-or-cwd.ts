import type { Node, SourceFile } from '../facts/source-file.ts';
import { argumentsOf, callsIn } from '../semantics/calls.ts';
import { usesOf } from '../semantics/declared.ts';
import { givenTo } from '../semantics/go/variables.ts';
import { holderOf } from '../semantics/held.ts';
import { scopeOf } from '../semantics/index.ts';
import { TOUCHES, touchesAt } from '../semantics/python/opened-paths.ts';
import { isFree } from '../semantics/python/surroundings.ts';
import { givenTo as givenToInRust, unpacked } from '../semantics/rust/around.ts';
import { commandOf } from '../semantics/shell/command.ts';
import { isRelative, isSettled, TOUCHING, touched } from '../semantics/shell/paths.ts';
import { isTouched } from '../semantics/touched-text.ts';
import { quoted, re } from '../semantics/undone.ts';
import { literal, nearest, textAt } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row, under } from './rule.ts';

const PYTHON_RELATIVE = /^(?![/~$%{]|[A-Za-z]:[\\/]|:memory:|file:|\w+:\/\/)[\w.][\w. /\\-]*$/;
const RELATIVE = /^(?:\.{1,2}\/|[\w@-]+\/|[\w-]+\.[a-z]+$)/;
const HOME_VARIABLE = /^"(?:HOME|USERPROFILE|XDG_\w+|PWD|USER)"$/;
const JAVASCRIPT_FILES = ['fs', 'fs.promises', 'fs/promises', 'fs-extra'].flatMap((module) =>
  under(
    module,
    `readFileSync readFile writeFileSync writeFile readdirSync readdir existsSync statSync createReadStream
     createWriteStream mkdirSync rmSync copyFileSync openSync appendFileSync unlinkSync`,
  ),
);

export const homeOrCwd: Kind = {
  name: 'home-or-cwd',
  cause: { family: 'external', kind: 'environment' },
  severity: 'warning',
  where: 'tests',
  message: 'depends on the home directory or on the working directory',
  why: 'Another user, another machine or a run from another directory finds other files there, or none.',
  languages: {
    python: row(
      'Start from `Path(__file__).parent`, write to `tmp_path`, and set `HOME` with `monkeypatch.setenv` where the code asks for it.',
      calls('os.path.expanduser', ({ node, args }) => /^~/.test(literal(args[0]) ?? '') && isFree(node, 'home')),
      calls('pathlib.Path.home', ({ node }) => isFree(node, 'home')),
      calls('pathlib.Path.cwd os.getcwd', ({ node }) => isFree(node, 'cwd')),
      calls('os.getenv os.environ.get', ({ node, args }) => literal(args[0]) === 'HOME' && isFree(node, 'home')),
      nodesOf(
        'subscript',
        /environ\[["']HOME["']\]$/,
        (node) =>
          !node.parent()?.is('delete_statement') &&
          !(node.parent()?.is('assignment') && node.parent()?.field('left')?.id() === node.id()) &&
          isFree(node, 'home'),
      ),
      calls(TOUCHES, (call) => isFree(call.node, 'cwd') && touchesAt(PYTHON_RELATIVE)(call)),
    ),
    javascript: row(
      'Start from the test’s own file: `new URL("./fixtures/a.json", import.meta.url)` or `path.join(__dirname, …)`; pass the home directory in.',
      calls('process.cwd os.homedir os.userInfo', isAskedInJavascript),
      nodesOf(
        'member_expression',
        /^process\.env\.(?:HOME|USERPROFILE|PWD)$/,
        (node) => !/^(?:assignment|unary)_expression$/.test(node.parent()?.kind() ?? '') && !isKept(node),
      ),
      calls(
        JAVASCRIPT_FILES,
        ({ args, file }) =>
          RELATIVE.test(literal(args[0]) ?? '') && !/\b(?:memfs|mock-fs)\b|process\.chdir\(/.test(file.text),
      ),
    ),
    java: row(
      'Load it from the class path (`getClass().getResource("/a.json")`); pass the home directory in.',
      calls(
        'System.getProperty System.getenv',
        ({ args, node }) =>
          /^(?:user\.home|user\.dir|HOME|USERPROFILE|PWD)$/.test(literal(args[0]) ?? '') && !isKept(node),
      ),
      calls(under('java.io', 'FileReader FileInputStream FileWriter FileOutputStream RandomAccessFile'), ({ args }) =>
        RELATIVE.test(literal(args[0]) ?? ''),
      ),
      calls(
        'java.io.File java.nio.file.Path.of java.nio.file.Paths.get',
        ({ args, file }) => args.length >= 1 && RELATIVE.test(literal(args[0]) ?? '') && isTouched(args[0]!, file),
      ),
    ),
    go: row(
      'Set it: `t.Setenv("HOME", t.TempDir())`, `t.Chdir(dir)`; or pass the directory in. Files of the test belong in `testdata`.',
      calls(
        'os.UserHomeDir os.UserConfigDir os.UserCacheDir os/user.Current github.com/mitchellh/go-homedir.Dir',
        ({ node, file }) => !setsHome(node, file),
      ),
      calls(
        'os.Getenv os.LookupEnv',
        ({ node, args, file }) => HOME_VARIABLE.test(textAt(args[0])) && !setsHome(node, file),
      ),
      calls('os.Getwd', (call) => !isGoneBackTo(givenTo(call.node)?.[0], '\\.Chdir$', call)),
    ),
    rust: row(
      'Pass the directory in. Files of the test: `Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")`.',
      calls(
        `std.env.home_dir dirs.home_dir dirs.config_dir dirs.cache_dir dirs.data_dir home.home_dir
           directories.UserDirs.new directories.BaseDirs.new directories.ProjectDirs.from`,
      ),
      calls('std.env.var std.env.var_os', ({ args }) => HOME_VARIABLE.test(textAt(args[0]))),
      calls(
        'std.env.current_dir',
        (call) => !isGoneBackTo(givenToInRust(unpacked(call.node)) ?? undefined, 'set_current_dir$', call),
      ),
    ),
    shell: row(
      'Start from `$BATS_TEST_DIRNAME`, or `cd "$(dirname "$0")"` first; set `HOME="$BATS_TEST_TMPDIR"` in `setup`.',
      nodesOf(
        TOUCHING,
        /[\w.]\//,
        (node, file) => touched(node, file).some(isRelative) && !isSettled(node, file, 'cwd'),
      ),
      nodesOf('command_name', /^\.{1,2}\//, (node, file) => !isSettled(node, file, 'cwd')),
      nodesOf(
        'command',
        /^run\s[^|;]*\s?\.{1,2}\/|^run\s+\.{1,2}\//,
        (node, file) => /^\.{1,2}\//.test(commandOf(node).name) && !isSettled(node, file, 'cwd'),
        /\brun\s/,
      ),
      nodesOf(
        'word, simple_expansion, expansion',
        /^(?:~(?:\/|$)|\$HOME$|\$\{HOME\}$)/,
        (node, file) => !isSettled(node, file, 'home'),
      ),
    ),
  },
};

/** Read to be gone back to. */
const isGoneBackTo = (directory: string | undefined, goes: string, { node, file }: Call): boolean =>
  directory !== undefined &&
  callsIn(scopeOf(node, file), goes)
    .flatMap(argumentsOf)
    .some((given) => usesOf(directory, given).length > 0);

/** Saved to be put back. */
function isKept(node: Node): boolean {
  const outer = node.parent();
  const target = outer?.is('variable_declarator') ? outer.field('name') : outer?.field('left');
  return /^(?:original|old|previous|prev|saved|before|real)/i.test(textAt(target));
}

function isAskedInJavascript({ node, file }: Call): boolean {
  const holder = holderOf(node);
  // Kept to go back to, or asserted on.
  if (holder.kind === 'name' && re`chdir\(\s*${quoted(holder.name)}\b`.test(file.text)) return false;
  if (nearest(node, ['arguments'])?.parent()?.field('function')?.text() === 'process.chdir') return false;
  return !/\b(?:homedir|cwd)\b[^\n]*(?:mock|stub|spyOn)|(?:mock|stub|spyOn)[^\n]*["'](?:homedir|cwd)["']/i.test(
    file.text,
  );
}

const setsHome = (node: Node, file: SourceFile): boolean =>
  callsIn(scopeOf(node, file), '\\.Setenv$').some((call) => /HOME|USERPROFILE|XDG_/.test(textAt(argumentsOf(call)[0])));
