/** Tests of Rust that can hardly fail. */

import { attributes } from '../../facts/dialects/rust.ts';
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { plainCode } from '../plain-code.ts';

const DECIDES =
  '(?i)(?:^|[.:])(?:\\w*(?:assert|panic|unreachable|verify|check|expect|ensure|validate|should)\\w*|unwrap\\w*|join|test_\\w+|run_test\\w*|todoǃ|unimplementedǃ|exit|must_\\w+)ǃ?(?:::<.*>)?$';

const SURELY_DECIDES = /(?:^|[^\w.])(?:assert(?:_eq|_ne)?|panic)ǃ\(|\.(?:unwrap|expect)\(/;

function decidesNothing(test: Node): boolean {
  const body = test.field('body');
  if (
    body === null ||
    attributes(test).some((text) => /should_panic|quickcheck|proptest|ignore|test_case|rstest/.test(text))
  )
    return false;
  // What it shows is that it compiles.
  if (/send|sync|object_safe|compile|trait|impl/.test(test.fieldText('name'))) return false;
  if (/\b(?:Result|bool|ExitCode|TestResult)\b/.test(test.fieldText('return_type'))) return false;
  // Most tests have one that can be seen without the tree.
  if (SURELY_DECIDES.test(plainCode(body.text(), 'rust'))) return false;
  if (body.find({ rule: { kind: 'call_expression', has: { field: 'function', regex: DECIDES } } }) !== null)
    return false;
  // A macro of others may decide; those that print do not.
  const macros = body.findAll('macro_invocation').map((node) => node.fieldText('macro'));
  return (
    macros.every((name) =>
      /(?:^|::)(?:vec|println|print|eprintln|info|debug|trace|warn|error|include_str|include_bytes|env|concat|json|matches|dbg)$/.test(
        name,
      ),
    ) && !/\bcompile_fail\b|\.pass\(|\btrybuild\b/.test(body.text())
  );
}

export const assertsNothing = (test: Node, file: SourceFile): boolean =>
  file.dialect.test(test) !== null && decidesNothing(test);
