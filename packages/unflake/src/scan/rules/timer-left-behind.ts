import { givenTo } from '../semantics/go/variables.ts';
import { scopeOf, semanticsOf } from '../semantics/index.ts';
import { classAround } from '../semantics/python/around.ts';
import { callOf, callsIn } from '../semantics/python/calls-in.ts';
import { isBackground, isTimer } from '../semantics/shell/timing.ts';
import { notReleased } from './left-behind.ts';
import { type Call, calls, type Kind, nodesOf, row } from './rule.ts';

export const timerLeftBehind: Kind = {
  name: 'timer-left-behind',
  cause: { family: 'resource-leak', kind: 'threads' },
  severity: 'warning',
  where: 'tests',
  message: 'starts a timer and does not cancel it',
  why: 'It fires while another test runs, and may keep the process alive after the last of them.',
  languages: {
    python: row(
      'Cancel it when the test ends: `self.addCleanup(timer.cancel)`, `handle.cancel()`, `signal.alarm(0)` in a `finally`.',
      calls('threading.Timer', notReleased({ methods: 'cancel|join', onceStarted: true })),
      calls(
        '*.call_later *.call_at',
        (call) => /loop/i.test(callOf(call.node).on ?? '') && notReleased({ methods: 'cancel|join' })(call),
      ),
      calls('signal.alarm signal.setitimer', isAlarmLeft),
    ),
    javascript: {
      where: 'anywhere',
      ...row(
        'Keep the handle and `clearInterval(handle)` in `afterEach` or in the object’s `close`; or `handle.unref()` where it may die with the process.',
        calls(
          'setInterval globalThis.setInterval window.setInterval timers.setInterval',
          (call) =>
            !semanticsOf(call.file).clockIsFaked(call.node, call.file) &&
            !/^\.unref\(/.test(call.node.parent()?.parent()?.text().slice(call.node.text().length) ?? '') &&
            notReleased({ methods: 'unref|clear', functions: 'clear(?:Interval|Timeout)' })(call),
        ),
      ),
    },
    java: {
      where: 'anywhere',
      ...row(
        'Cancel it where failures pass too: `timer.cancel()` in `@AfterEach` or in the object’s `close()`; or make it a daemon, `new Timer(true)`.',
        calls(
          'java.util.Timer',
          (call) => !call.args.some((arg) => arg.text() === 'true') && notReleased({ methods: 'cancel' })(call),
        ),
      ),
    },
    go: row(
      'Keep it and stop it: `timer := time.AfterFunc(…)`, `t.Cleanup(func() { timer.Stop() })`.',
      calls('time.NewTicker time.NewTimer', notReleased({ methods: 'Stop' })),
      // What nobody keeps nobody can stop.
      calls('time.AfterFunc', (call) => {
        const names = givenTo(call.node);
        return names !== null && (names.length === 0 || names[0] === '_' || notReleased({ methods: 'Stop' })(call));
      }),
      calls('time.Tick'),
    ),
    shell: row(
      'Keep `watchdog=$!` and `kill "$watchdog"` when the test ends; or run the command under `timeout`.',
      nodesOf(
        'subshell, compound_statement',
        /^[({]\s*sleep\b/,
        (node, file) => isBackground(node) && isTimer(node) && notReleased({ methods: 'kill' })({ node, file }),
      ),
    ),
  },
};

/** Until the same is called with a zero. */
function isAlarmLeft({ node, name, args, file }: Call): boolean {
  const isZero = (given: Call['args']) => given.some((arg) => arg.text() === '0');
  const where = classAround(node) ?? scopeOf(node, file);
  const method = name.slice('signal.'.length);
  return (
    !isZero(args) &&
    !callsIn(where).some((call) => (call.last === method || call.last === 'addCleanup') && isZero(call.args))
  );
}
