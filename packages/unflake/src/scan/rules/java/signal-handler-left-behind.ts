import { calls, type Rule } from '../rule.ts';
import { undone } from '../undone.ts';
import { isStep, putsBack } from './around.ts';

export const signalHandlerLeftBehind: Rule = {
  id: 'java/signal-handler-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'hooks into the JVM and never takes the hook off',
  why: 'It hears the errors, signals or the end of everything that follows, and answers in its place.',
  fix: 'Take it off where failures pass too: `Runtime.getRuntime().removeShutdownHook(hook)`, the old handler back in `@AfterEach`.',
  find: [
    calls(
      ['*.addShutdownHook'],
      ({ node, file }) =>
        !undone(node, file, { rule: { kind: 'method_invocation', regex: '\\.removeShutdownHook\\(' } }),
    ),
    calls(
      ['Thread.setDefaultUncaughtExceptionHandler'],
      ({ node, file }) =>
        isStep(node, file) &&
        !putsBack(node) &&
        !undone(node, file, {
          rule: { kind: 'method_invocation', regex: '^Thread\\.setDefaultUncaughtExceptionHandler\\(' },
        }),
    ),
    calls(
      ['sun.misc.Signal.handle', 'jdk.internal.misc.Signal.handle'],
      ({ node, file }) =>
        !putsBack(node) && !undone(node, file, { rule: { kind: 'method_invocation', regex: '^Signal\\.handle\\(' } }),
    ),
  ],
};
