import { commandsIn, functionsOf, isOwn, isTest, nameOf } from '../../semantics/shell/command.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { helperWith, testWith } from '../samples.ts';
import type { SuiteFile } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

const HOOK = /^(?:setup|teardown)(?:_file|_suite)?$/;

export const rawEcho: SuiteRule = {
  id: 'env/raw-echo',
  cause: { family: 'external', kind: 'environment' },
  severity: 'warning',
  message: 'prints by itself',
  why: 'BATS keeps what a test prints and shows it only on failure; and what goes to descriptor 3 without `#` in front is no TAP any more.',
  fix: 'Use `out`, `error` or `debug LEVEL`.',
  check: eachFile((file) =>
    functionsOf(file.source).flatMap((scope) => printed(scope, file).map((node) => ({ file, node }))),
  ),
  flags: [
    testWith('echo "starting"', 'shop open'),
    testWith('cd "$TEST_REPO" || echo "no repository"'),
    testWith('echo "# starting" >&3', 'shop open'),
    testWith("printf 'starting\\n'", 'shop open'),
    [{ path: 'test/test-shop.bats', text: 'setup() {\n  echo "setting up"\n}\n' }],
  ],
  allows: [
    testWith('out "starting"', 'shop open'),
    testWith('echo left >stray.txt', 'printf "%s\\n" more >>stray.txt'),
    testWith('echo 7 | shop pay'),
    testWith('name=$(echo shop)', 'shop pay <(echo 7)'),
    testWith('run echo shop', 'assert_success'),
    testWith('{ echo a; echo b; } >list.txt'),
    helperWith('archive_name() {', '  printf "%s-1.0\\n" "$1"', '}'),
  ],
};

/** Other functions may print: that is how a function of the shell answers. */
function printed(scope: Node, file: SuiteFile): readonly Node[] {
  if (!isTest(scope) && !HOOK.test(nameOf(scope))) return [];
  return commandsIn(scope)
    .filter(
      ({ name, isRun, node }) => /^(?:echo|printf)$/.test(name) && !isRun && !isOwn(name, file.source) && isShown(node),
    )
    .map(({ node }) => node);
}

/** Whether it goes where BATS would show it, or to one of the numbered descriptors. */
function isShown(node: Node): boolean {
  if (/^printf\s+-v\b/.test(node.text())) return false;
  if (nearest(node, ['command_substitution', 'process_substitution']) !== null) return false;
  for (let inner: Node = node, above = node.parent(); above !== null; inner = above, above = above.parent()) {
    const kind = above.kind();
    if (kind === 'function_definition') return true;
    if (kind === 'pipeline' && above.namedChildren().at(-1)?.id() !== inner.id()) return false;
    // To a file; or to standard error, which another rule is about.
    if (kind === 'redirected_statement' && />\s*[^&\s]|>&2/.test(above.text().slice(inner.text().length))) return false;
  }
  return true;
}
