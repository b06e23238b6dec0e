import { nearest } from '../../syntax/node.ts';
import { calls, nodes, type Rule } from '../rule.ts';
import { callsIn, functionAround, isRunByTest } from './around.ts';
import { FAILS } from './assertions.ts';
import { givesUpAtFixedTime, isPolling } from './polling.ts';
import { inFile, inTest } from './sample.ts';
import { milliseconds } from './variables.ts';

/** Shorter than this is short for a machine that does other things as well. */
const SHORT_MS = 1000;

export const fixedTimeoutPoll: Rule = {
  id: 'go/fixed-timeout-poll',
  cause: { family: 'timing', kind: 'tight-timeout' },
  severity: 'warning',
  where: 'tests',
  message: 'waits for a fixed short time and then gives up',
  why: 'A machine that is busy needs longer than the one on which the limit was chosen.',
  fix: 'Wait without a limit of your own and let `go test -timeout` end what hangs, or take the limit from `t.Deadline()`.',
  find: [
    nodes({ rule: { kind: 'for_statement', regex: 'time\\.(?:Sleep|After|Tick)' } }, (loop, file) => {
      const sleeps = callsIn(loop, '^time\\.(?:Sleep|After)$').some(
        (call) => nearest(call, ['for_statement'])?.id() === loop.id(),
      );
      return (
        sleeps && isRunByTest(loop, file) && isPolling(loop) && givesUpAtFixedTime(loop, functionAround(loop, file))
      );
    }),
    nodes({ rule: { kind: 'communication_case', regex: 'time\\.After' } }, (branch) => {
      const after = callsIn(branch, '^time\\.After$')[0];
      const limit = milliseconds(after?.field('arguments')?.children()[1]);
      return limit !== null && limit < SHORT_MS && callsIn(branch, FAILS).length > 0;
    }),
    calls(['*.Eventually', '*.Eventuallyf', '*.EventuallyWithT'], ({ args }) => {
      const limit = milliseconds(args.find((argument) => milliseconds(argument) !== null));
      return args.length >= 3 && limit !== null && limit < SHORT_MS;
    }),
  ],
  flags: [
    inTest(
      'time',
      'for i := 0; i < 50; i++ {',
      '\tif ready() {',
      '\t\tbreak',
      '\t}',
      '\ttime.Sleep(10 * time.Millisecond)',
      '}',
      'check(t)',
    ),
    inTest(
      'time',
      'deadline := time.Now().Add(2 * time.Second)',
      'for time.Now().Before(deadline) {',
      '\tif ready() {',
      '\t\treturn',
      '\t}',
      '\ttime.Sleep(time.Millisecond)',
      '}',
      't.Fatal("not ready")',
    ),
    inTest(
      'time',
      'select {',
      'case <-done:',
      'case <-time.After(100 * time.Millisecond):',
      '\tt.Fatal("no answer")',
      '}',
    ),
    inTest(
      'time github.com/stretchr/testify/require',
      'require.Eventually(t, ready, 200*time.Millisecond, 10*time.Millisecond)',
    ),
  ],
  allows: [
    inTest('time', 'for !ready() {', '\ttime.Sleep(time.Millisecond)', '}'),
    inTest('time', 'select {', 'case <-done:', 'case <-time.After(30 * time.Second):', '\tt.Fatal("no answer")', '}'),
    inTest(
      'time',
      'select {',
      'case v := <-results:',
      '\tt.Fatalf("unexpected %v", v)',
      'case <-time.After(50 * time.Millisecond):',
      '}',
    ),
    inFile(
      'time',
      'func waitFor(t *testing.T, limit time.Duration, holds func() bool) {\n\tdeadline := time.Now().Add(limit)\n\tfor time.Now().Before(deadline) {\n\t\tif holds() {\n\t\t\treturn\n\t\t}\n\t\ttime.Sleep(time.Millisecond)\n\t}\n\tt.Fatal("never")\n}',
    ),
    inTest(
      'time github.com/stretchr/testify/require',
      'require.Eventually(t, ready, 10*time.Second, 10*time.Millisecond)',
    ),
  ],
};
