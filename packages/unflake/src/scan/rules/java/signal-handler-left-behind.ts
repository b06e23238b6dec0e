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
  flags: [
    'class ATest { @Test void a() { Runtime.getRuntime().addShutdownHook(new Thread(this::stop)); assertTrue(running); } }\n',
    'class ATest { @Test void a() { Thread.setDefaultUncaughtExceptionHandler((thread, error) -> errors.add(error)); assertTrue(errors.isEmpty()); } }\n',
    'import sun.misc.Signal;\nclass ATest { @Test void a() { Signal.handle(new Signal("INT"), signal -> stop()); assertTrue(running); } }\n',
    'class ATest { @BeforeAll static void up() { Thread.setDefaultUncaughtExceptionHandler(HANDLER); } @Test void a() { assertTrue(x()); } }\n',
  ],
  allows: [
    'class ATest { @Test void a() { Thread hook = new Thread(this::stop); Runtime.getRuntime().addShutdownHook(hook); assertTrue(running); Runtime.getRuntime().removeShutdownHook(hook); } }\n',
    'class ATest { @AfterEach void down() { Thread.setDefaultUncaughtExceptionHandler(null); } @Test void a() { Thread.setDefaultUncaughtExceptionHandler(handler); assertTrue(x()); } }\n',
    {
      file: 'src/main/java/Main.java',
      text: 'class Main { void run() { Runtime.getRuntime().addShutdownHook(new Thread(this::stop)); } }\n',
    },
    'class ATest { @Test void a() { thread.setUncaughtExceptionHandler(handler); assertTrue(x()); } }\n',
  ],
};
