import { isStep, putsBack } from '../../semantics/java/around.ts';
import { undone } from '../../semantics/undone.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Take it off where failures pass too: `Runtime.getRuntime().removeShutdownHook(hook)`, the old handler back in `@AfterEach`.',
  find: [
    calls(
      '*.addShutdownHook',
      ({ node, file }) =>
        !undone(node, file, { rule: { kind: 'method_invocation', regex: '\\.removeShutdownHook\\(' } }),
    ),
    calls(
      'Thread.setDefaultUncaughtExceptionHandler',
      ({ node, file }) =>
        isStep(node, file) &&
        !putsBack(node) &&
        !undone(node, file, {
          rule: { kind: 'method_invocation', regex: '^Thread\\.setDefaultUncaughtExceptionHandler\\(' },
        }),
    ),
    calls(
      'sun.misc.Signal.handle jdk.internal.misc.Signal.handle',
      ({ node, file }) =>
        !putsBack(node) && !undone(node, file, { rule: { kind: 'method_invocation', regex: '^Signal\\.handle\\(' } }),
    ),
  ],
};
