import { commandOf } from '../../semantics/shell/command.ts';
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { isSaid } from '../said.ts';
import { helperWith, testWith } from '../samples.ts';
import type { SuiteFile } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

export const ignoredStatus: SuiteRule = {
  id: 'env/ignored-status',
  cause: { family: 'external', kind: 'environment' },
  severity: 'error',
  message: 'goes on whether it worked or not, and nobody says why that is fine',
  why: 'When the command fails, what follows works on what an earlier run has left, and fails elsewhere, or not at all.',
  fix: 'Let it fail; or use `run` and look at the status; or say before it why failing is fine: `# OK to fail: …`.',
  check: eachFile((file) =>
    [...ignoring(file), ...switchingOff(file)].map((node) =>
      isSaid(node, file, /\bOK to fail:\s*\S/) ? null : { file, node },
    ),
  ),
  flags: [
    testWith('make test || true', 'assert_file_exists out'),
    testWith('cd "$TEST_REPO" 2>/dev/null || :'),
    testWith('rm -f stray || true'),
    testWith('# Why not.', 'make test || true'),
    testWith('set +e', 'make test'),
    helperWith('start() {', '  server_up || true', '}'),
  ],
  allows: [
    testWith('# OK to fail: there may be no server of an earlier run.', 'kill "$old" || true'),
    testWith('kill "$old" || true # OK to fail: it may have ended by itself'),
    testWith('# OK to fail: the first run has none.', '# It is only swept away.', 'rm stray 2>/dev/null || true'),
    testWith('make test || error "make test failed"'),
    testWith('run make test', 'assert_failure'),
    testWith('run bash -c "make test || true"', 'assert_success'),
  ],
};

function ignoring(file: SuiteFile): readonly Node[] {
  return file.source.root
    .findAll({ rule: { kind: 'list', regex: '\\|\\|\\s*(?:true|:)\\s*$' } })
    .filter((node) => /^(?:true|:)$/.test(named(node).at(-1)?.text() ?? ''));
}

const switchingOff = (file: SuiteFile): readonly Node[] =>
  file.source.root
    .findAll({ rule: { kind: 'command', regex: '^set\\s' } })
    .filter((node) => commandOf(node).words.some((word) => /^\+\w*e/.test(word)));
