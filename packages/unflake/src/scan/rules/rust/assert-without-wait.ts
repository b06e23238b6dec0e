import { calls, type Rule } from '../rule.ts';
import { functionAround, isAfter, isTest } from './around.ts';
import { assertionsIn, firstWait, isScoped, mentions, SPAWNS, sharedWith } from './background.ts';
import { inAsyncTest, inTest } from './sample.ts';

const COUNTER = [
  'let hits = Arc::new(AtomicU32::new(0));',
  'let h = Arc::clone(&hits);',
  'let worker = thread::spawn(move || { h.fetch_add(1, Relaxed); });',
];

export const assertWithoutWait: Rule = {
  id: 'rust/assert-without-wait',
  cause: { family: 'timing', kind: 'missing-await' },
  severity: 'error',
  where: 'tests',
  message: 'looks at what a thread or task writes before the test has waited for it',
  why: 'The wait stands below: whether the work has got this far by now is chance.',
  fix: 'Move the assertion below `handle.join()` or the `.await`.',
  find: [
    calls(SPAWNS, ({ node, file }) => {
      const scope = functionAround(node, file);
      if (!isTest(scope, file) || isScoped(node)) return false;
      const wait = firstWait(node, scope);
      if (wait === null) return false;
      const shared = sharedWith(node, file);
      // Waiting inside the assertion is waiting.
      return assertionsIn(scope).filter(
        (assertion) => isAfter(assertion, node) && isAfter(wait, assertion) && mentions(assertion, shared),
      );
    }),
  ],
  flags: [
    inTest('std::sync::Arc std::thread', ...COUNTER, 'assert_eq!(hits.load(Relaxed), 1);', 'worker.join().unwrap();'),
    inAsyncTest(
      '',
      'let seen = Arc::new(Mutex::new(0));',
      'let s = seen.clone();',
      'let task = tokio::spawn(async move { *s.lock().unwrap() = 1; });',
      'assert_eq!(*seen.lock().unwrap(), 1);',
      'task.await.unwrap();',
    ),
    inTest(
      'std::thread',
      'let log = Log::shared();',
      'let copy = log.clone();',
      'let t = thread::spawn(move || copy.push("a"));',
      'assert!(!log.is_empty());',
      't.join().unwrap();',
    ),
    inTest(
      'std::thread',
      'let (tx, rx) = channel();',
      'let done = flag();',
      'let d = done.clone();',
      'thread::spawn(move || { d.set(); tx.send(()).unwrap(); });',
      'assert!(done.get());',
      'rx.recv().unwrap();',
    ),
  ],
  allows: [
    inTest('std::sync::Arc std::thread', ...COUNTER, 'worker.join().unwrap();', 'assert_eq!(hits.load(Relaxed), 1);'),
    inTest('std::thread', 'let worker = thread::spawn(|| work());', 'assert!(other());', 'worker.join().unwrap();'),
    inTest(
      'std::thread',
      'let n = start();',
      'assert!(n.ok());',
      'let t = thread::spawn(move || n.run());',
      't.join().unwrap();',
    ),
    inTest(
      'std::thread',
      'let (tx, rx) = channel();',
      'thread::spawn(move || tx.send(1).unwrap());',
      'assert_eq!(rx.recv().unwrap(), 1);',
    ),
  ],
};
