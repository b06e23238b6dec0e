import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { innermost, isAfter, isRunByTest, startOf } from './around.ts';
import { assertionsIn } from './assertions.ts';
import { firstWait, mentions, writtenBy } from './background.ts';
import { inTest } from './sample.ts';

const WAITING_GROUP = ['wg.Add(1)', 'go func() {', '\tdefer wg.Done()', '\tn++', '}()'];

export const assertWithoutWait: Rule = {
  id: 'go/assert-without-wait',
  cause: { family: 'timing', kind: 'missing-await' },
  severity: 'error',
  where: 'tests',
  message: 'looks at what a goroutine writes before the test has waited for it',
  why: 'The wait stands below: whether the goroutine has got this far by now is chance.',
  fix: 'Move the assertion below `wg.Wait()` or the receive.',
  find: [
    nodes({ rule: { kind: 'if_statement' } }, (node, file) => isRunByTest(node, file) && isTooEarly(node, file)),
    nodes(
      { rule: { kind: 'call_expression', regex: '^(?:assert|require|is|qt)\\.' } },
      (node, file) => isRunByTest(node, file) && isTooEarly(node, file),
    ),
  ],
  flags: [
    inTest('sync', 'n := 0', ...WAITING_GROUP, 'if n != 1 {', '\tt.Fatal(n)', '}', 'wg.Wait()'),
    inTest(
      'github.com/stretchr/testify/assert',
      'done := make(chan bool)',
      'seen := ""',
      'go func() { seen = read(); close(done) }()',
      'assert.Equal(t, "x", seen)',
      '<-done',
    ),
    inTest(
      'sync/atomic',
      'var hits atomic.Int32',
      'go func() { hits.Add(1); done <- true }()',
      'if hits.Load() != 1 {',
      '\tt.Error("no hit")',
      '}',
      '<-done',
    ),
    inTest(
      'github.com/stretchr/testify/require',
      'go func() { got = append(got, 1); close(done) }()',
      'require.Len(t, got, 1)',
      '<-done',
    ),
  ],
  allows: [
    inTest('sync', 'n := 0', ...WAITING_GROUP, 'wg.Wait()', 'if n != 1 {', '\tt.Fatal(n)', '}'),
    inTest(
      '',
      'n, err := prepare()',
      'if err != nil {',
      '\tt.Fatal(err)',
      '}',
      'go func() { n++; close(done) }()',
      '<-done',
    ),
    inTest('', 'go func() { n++; close(done) }()', 'if other != 1 {', '\tt.Fatal(other)', '}', '<-done'),
    inTest(
      '',
      'go func() { n++; close(done) }()',
      'select {',
      'case <-done:',
      '\tif n != 1 {',
      '\t\tt.Fatal(n)',
      '\t}',
      '}',
    ),
  ],
};

function isTooEarly(assertion: Node, file: SourceFile): boolean {
  if (!/\bgo (?:func\b|\w+[.(])/.test(file.text)) return false;
  const scope = innermost(assertion, file);
  const looked = assertionsIn(scope).filter(({ node }) => node.id() === assertion.id());
  if (looked.length === 0) return false;
  return scope.findAll({ rule: { kind: 'go_statement' } }).some((start) => {
    const wait = firstWait(start, scope);
    if (wait === null || !isAfter(assertion, start) || startOf(assertion) >= startOf(wait)) return false;
    return looked.some((one) => mentions(one.looked, writtenBy(start)));
  });
}
