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
  find: [nodes({ rule: { kind: 'go_statement' } }, (start, file) => isRunByTest(start, file) && tooEarly(start, file))],
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

/** Assertions between the start and the wait that look at what the goroutine writes. */
function tooEarly(start: Node, file: SourceFile): readonly Node[] {
  const written = writtenBy(start);
  const scope = innermost(start, file);
  const wait = written.length === 0 ? null : firstWait(start, scope);
  if (wait === null) return [];
  return assertionsIn(scope)
    .filter(({ node, looked }) => isAfter(node, start) && startOf(node) < startOf(wait) && mentions(looked, written))
    .map(({ node }) => node);
}
