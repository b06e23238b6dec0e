import type { SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { attributesOf, callsIn, functionAround, isStepOfTest } from './around.ts';
import { isPolling } from './polling.ts';
import { inAsyncTest, inFile, inTest } from './sample.ts';

const SLEEP = 'std::thread std::time::Duration';

export const sleepAsSynchronisation: Rule = {
  id: 'rust/sleep-as-synchronisation',
  cause: { family: 'timing', kind: 'short-wait' },
  severity: 'warning',
  where: 'tests',
  message: 'sleeps and hopes that something has happened meanwhile',
  why: 'On a busy machine the time is too short; on every other it is wasted.',
  fix: 'Wait for the thing itself: `handle.join()`, `rx.recv()`, `notify.notified().await`; or let tokio’s clock stand still with `start_paused = true`.',
  find: [
    calls(
      ['std.thread.sleep', 'tokio.time.sleep', 'async_std.task.sleep', 'futures_timer.Delay.new', 'smol.Timer.after'],
      ({ node, args, file }) => {
        const isNothing = /^(?:Duration::ZERO|(?:\w+::)*Duration::from_\w+\(0\))$/.test(args[0]?.text() ?? '');
        return !isNothing && isStepOfTest(node, file) && !isInPolling(node) && !isPaused(node, file);
      },
    ),
  ],
  flags: [
    inTest(SLEEP, 'let worker = start();', 'thread::sleep(Duration::from_millis(100));', 'assert!(worker.done());'),
    inAsyncTest(
      'tokio::time::{sleep,Duration}',
      'publish().await;',
      'sleep(Duration::from_millis(50)).await;',
      'assert!(seen());',
    ),
    inTest('', 'start();', 'std::thread::sleep(std::time::Duration::from_secs(1));', 'assert!(ready());'),
    inTest(
      SLEEP,
      'for i in 0..3 {',
      '    emit(i);',
      '    thread::sleep(Duration::from_millis(5));',
      '}',
      'assert_eq!(count(), 3);',
    ),
  ],
  allows: [
    inTest(
      SLEEP,
      'let h = thread::spawn(|| {',
      '    thread::sleep(Duration::from_millis(5));',
      '    1',
      '});',
      'assert_eq!(h.join().unwrap(), 1);',
    ),
    inTest(SLEEP, 'while !ready() {', '    thread::sleep(Duration::from_millis(1));', '}', 'assert!(works());'),
    { file: 'src/retry.rs', text: inFile(SLEEP, 'fn back_off() { thread::sleep(Duration::from_secs(1)); }') },
    inFile(
      'tokio::time::{sleep,Duration}',
      '#[tokio::test(start_paused = true)]\nasync fn expires() {\n    sleep(Duration::from_secs(3600)).await;\n    assert!(expired());\n}',
    ),
    inAsyncTest(
      'tokio::time',
      'time::pause();',
      'time::sleep(time::Duration::from_secs(60)).await;',
      'assert!(expired());',
    ),
    inFile(
      SLEEP,
      'struct Slow;\nimpl Store for Slow {\n    fn get(&self) -> u32 {\n        thread::sleep(Duration::from_millis(10));\n        1\n    }\n}',
    ),
  ],
};

function isInPolling(node: Node): boolean {
  const loop = nearest(node, [
    'for_expression',
    'while_expression',
    'loop_expression',
    'closure_expression',
    'function_item',
  ]);
  return loop !== null && /^(?:for|while|loop)_expression$/.test(loop.kind()) && isPolling(loop);
}

function isPaused(node: Node, file: SourceFile): boolean {
  const scope = functionAround(node, file);
  return (
    attributesOf(scope).some((text) => /start_paused\s*=\s*true/.test(text)) ||
    callsIn(scope, '(?:^|time::)pause$').length > 0
  );
}
