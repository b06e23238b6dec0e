import { FILE_CALLS, pathsIn } from '../semantics/go/variables.ts';
import { semanticsOf } from '../semantics/index.ts';
import { functionAround } from '../semantics/python/around.ts';
import { TOUCHES, touchesAt } from '../semantics/python/opened-paths.ts';
import { FILE_CALLS as RUST_FILE_CALLS } from '../semantics/rust/variables.ts';
import { pathText, TOUCHING, touched } from '../semantics/shell/paths.ts';
import { isTouched } from '../semantics/touched-text.ts';
import { re } from '../semantics/undone.ts';
import { isMachinePath } from '../semantics/written-places.ts';
import { calls, type Kind, nodesOf, row } from './rule.ts';

const ELSEWHERE =
  '(?:/(?:home|Users|root|opt|srv|mnt|data|media|Volumes|var/(?:lib|log|www))/|/etc/|[A-Za-z]:(?:\\\\\\\\|/)(?:Users|Program|Projects|dev|src|work|data|workspace))';
const PYTHON_ELSEWHERE =
  /^(?:\/(?!(?:tmp|var\/tmp|dev|proc|sys|bin|usr|etc|sbin|lib)(?:\/|$))[\w.-]+\/|[A-Za-z]:[\\/](?!Te?mp))/;
const SHELL_ELSEWHERE = /^\/(?!(?:tmp|var\/tmp|dev|proc|sys|bin|usr|etc|sbin|lib|run)(?:\/|$))[\w.-]+\/[\w.-]/;

export const absolutePath: Kind = {
  name: 'absolute-path',
  cause: { family: 'external', kind: 'environment' },
  severity: 'error',
  where: 'tests',
  message: 'uses a path that only some machines have',
  why: 'On another machine, or for another user, the path is missing or holds something else.',
  languages: {
    python: row(
      'Start from the test’s own file: `Path(__file__).parent / "data"`; write to `tmp_path`.',
      calls(TOUCHES, (call) => functionAround(call.node) !== null && touchesAt(PYTHON_ELSEWHERE)(call)),
    ),
    javascript: row(
      'Start from the test’s own file: `new URL("./fixtures/a.json", import.meta.url)`, `path.join(__dirname, …)`, or from a temporary folder.',
      nodesOf('string, template_string', new RegExp(`^["'\`]${ELSEWHERE}`), isTouched),
    ),
    java: row(
      'Load it from the class path (`getClass().getResourceAsStream("/a.json")`), or write it to a `@TempDir`.',
      nodesOf('string_literal', re`^"${ELSEWHERE}`, isTouched),
    ),
    go: row(
      'Keep what the test needs in `testdata`, or write it to `t.TempDir()`.',
      calls(FILE_CALLS, ({ node, args, file }) => pathsIn(node, args, file).some(isMachinePath)),
      calls('os/exec.Command', ({ node, args, file }) => pathsIn(node, args.slice(0, 1), file).some(isMachinePath)),
    ),
    rust: row(
      'Keep what the test needs under `tests/data`, found from `env!("CARGO_MANIFEST_DIR")`, or write it to `tempfile::tempdir()`.',
      calls([...RUST_FILE_CALLS, 'std.process.Command.new'], ({ args, file }) =>
        isMachinePath(semanticsOf(file).textOf(args[0], file) ?? ''),
      ),
    ),
    shell: row(
      'Start from the test’s own folder: `$BATS_TEST_DIRNAME/fixtures`; write below `$BATS_TEST_TMPDIR`.',
      nodesOf(TOUCHING, /(?:^|[\s"'=])\/[\w.-]+\//, (node, file) =>
        touched(node, file).some((path) => SHELL_ELSEWHERE.test(pathText(path))),
      ),
    ),
  },
};
