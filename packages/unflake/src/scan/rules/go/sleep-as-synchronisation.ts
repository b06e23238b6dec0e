import type { SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { isRunByTest } from './around.ts';
import { isPolling } from './polling.ts';
import { inFile, inTest } from './sample.ts';

export const sleepAsSynchronisation: Rule = {
  id: 'go/sleep-as-synchronisation',
  cause: { family: 'timing', kind: 'short-wait' },
  severity: 'warning',
  where: 'tests',
  message: 'sleeps and hopes that something has happened meanwhile',
  why: 'On a busy machine the time is too short; on every other it is wasted.',
  fix: 'Wait for the thing itself: receive from a channel, `wg.Wait()`, poll a condition; or run the test in `synctest.Test`, where time is its own.',
  find: [
    calls(['time.Sleep'], ({ node, args, file }) => args[0]?.text() !== '0' && isWaitOfTest(node, file)),
    // `<-time.After(d)` as a statement of its own is a sleep.
    calls(['time.After'], ({ node, file }) => {
      const receive = node.parent();
      return (
        (receive?.is('unary_expression') ?? false) &&
        (receive?.parent()?.is('expression_statement') ?? false) &&
        isWaitOfTest(node, file)
      );
    }),
  ],
  flags: [
    inTest('time', 'go work()', 'time.Sleep(50 * time.Millisecond)', 'check(t)'),
    inTest('time', 'publish()', '<-time.After(time.Second)', 'check(t)'),
    inTest('time', 't.Run("later", func(t *testing.T) {', '\ttime.Sleep(delay)', '\tcheck(t)', '})'),
    inFile('time', 'func settle(t *testing.T) {\n\tt.Helper()\n\ttime.Sleep(time.Second)\n}'),
    inTest('time', 'for i := 0; i < 3; i++ {', '\temit(i)', '\ttime.Sleep(10 * time.Millisecond)', '}', 'check(t)'),
  ],
  allows: [
    inTest(
      'time net/http',
      'h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {',
      '\ttime.Sleep(time.Second)',
      '})',
      'check(t, h)',
    ),
    inTest('time', 'go func() {', '\ttime.Sleep(time.Millisecond)', '\tclose(done)', '}()', '<-done', 'check(t)'),
    inTest('time', 'for !ready() {', '\ttime.Sleep(time.Millisecond)', '}', 'check(t)'),
    { file: 'retry.go', text: inFile('time', 'func backOff() { time.Sleep(time.Second) }') },
    inTest(
      'time testing/synctest',
      'synctest.Test(t, func(t *testing.T) {',
      '\ttime.Sleep(time.Hour)',
      '\tcheck(t)',
      '})',
    ),
    inTest('time', 'select {', 'case <-done:', 'case <-time.After(time.Minute):', '\tt.Fatal("no answer")', '}'),
  ],
};

function isWaitOfTest(node: Node, file: SourceFile): boolean {
  if (!isRunByTest(node, file)) return false;
  const loop = nearest(node, ['for_statement', 'func_literal', 'function_declaration', 'method_declaration']);
  return loop === null || !loop.is('for_statement') || !isPolling(loop);
}
