import type { SourceFile } from '../facts/source-file.ts';
import { argumentsOf, callsIn } from '../semantics/calls.ts';
import { usesOf } from '../semantics/declared.ts';
import { isMain, isOnlyShown } from '../semantics/go/around.ts';
import { givenTo } from '../semantics/go/variables.ts';
import { scopeOf } from '../semantics/index.ts';
import { putsBack } from '../semantics/java/around.ts';
import { commandOf } from '../semantics/shell/command.ts';
import { isAfter, undone } from '../semantics/undone.ts';
import { literal } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import { notRestored } from './left-behind.ts';
import { calls, type Kind, nodesOf, row } from './rule.ts';

const LASTING =
  /^(?:SIG[A-Z0-9]+|uncaughtException|unhandledRejection|exit|beforeExit|warning|message|disconnect|rejectionHandled)$/;
const removing = (regex: string) => ['method_invocation', regex] as const;

export const signalHandlerLeftBehind: Kind = {
  name: 'signal-handler-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'note',
  where: 'tests',
  message: 'installs a handler for the whole process and does not remove it',
  why: 'The handler gets the signals, errors or exits of the tests that follow, and answers in their place.',
  languages: {
    python: row(
      'Keep what `signal.signal` returns and install it again in a `finally`.',
      calls(
        'signal.signal',
        (call) => call.args.length > 1 && notRestored(/\bsignal\.signal\b|\bsignal\(/, /signal/)(call),
      ),
      calls('*.add_signal_handler', notRestored(/remove_signal_handler|\.close\(/, /signal/)),
    ),
    javascript: row(
      'Take it off where failures pass too: `t.after(() => process.off("SIGTERM", onTerm))`, or in `afterEach`.',
      calls(
        'process.on process.once process.addListener process.prependListener',
        ({ node, args, file }) => LASTING.test(literal(args[0]) ?? '') && !isTakenOff(node, literal(args[0])!, file),
      ),
    ),
    java: row(
      'Take it off where failures pass too: `Runtime.getRuntime().removeShutdownHook(hook)`, the old handler back in `@AfterEach`.',
      calls('*.addShutdownHook', ({ node, file }) => !undone(node, file, removing('\\.removeShutdownHook\\('))),
      calls('Thread.setDefaultUncaughtExceptionHandler', notRestored(/^Thread\.setDefaultUncaughtExceptionHandler\(/)),
      calls(
        'sun.misc.Signal.handle jdk.internal.misc.Signal.handle',
        ({ node, file }) => !putsBack(node) && !undone(node, file, removing('^Signal\\.handle\\(')),
      ),
    ),
    go: row(
      'Call `signal.Stop(ch)` or `signal.Reset` in `t.Cleanup`; keep and call the `stop` of `signal.NotifyContext`.',
      calls('os/signal.Notify', ({ node, args, file }) => {
        if (isMain(node) || isOnlyShown(node)) return false;
        const scope = scopeOf(node, file);
        return !callsIn(scope, '^signal\\.(?:Stop|Reset)$').some(
          (call) => /Reset/.test(call.text()) || argumentsOf(call)[0]?.text() === args[0]?.text(),
        );
      }),
      calls(
        'os/signal.Ignore',
        ({ node, file }) =>
          !isMain(node) && !isOnlyShown(node) && callsIn(scopeOf(node, file), '^signal\\.Reset$').length === 0,
      ),
      calls('os/signal.NotifyContext', ({ node, file }) => {
        const stop = givenTo(node)?.[1];
        const scope = scopeOf(node, file);
        return stop !== undefined && (stop === '_' || usesOf(stop, scope).length < 2);
      }),
    ),
    rust: row(
      'Give it back: `signal_hook::low_level::unregister(id)`, `panic::set_hook(old)` with what `take_hook` returned.',
      calls('ctrlc.set_handler ctrlc.try_set_handler'),
      calls('signal_hook.flag.register signal_hook.low_level.register', notRestored(/(?:^|::)unregister$/)),
      calls(
        'libc.signal libc.sigaction nix.sys.signal.signal nix.sys.signal.sigaction',
        notRestored(/(?:^|::)(?:signal|sigaction)$/),
      ),
      calls('std.panic.set_hook', ({ node, file }) => {
        const scope = scopeOf(node, file);
        const others = callsIn(scope, '(?:^|::)(?:set_hook|take_hook)$').filter((call) => call.id() !== node.id());
        const isRestoring = /^\(\w+\)$/.test(node.fieldText('arguments')) && others.length > 0;
        return !isRestoring && !others.some((call) => isAfter(call, node));
      }),
    ),
    shell: row(
      'Take it back with `trap - USR1`, or trap in a subshell.',
      nodesOf('command', /^trap\b/, (node, file) => {
        const [handler, ...signals] = commandOf(node).words;
        return (
          handler !== undefined &&
          !handler.startsWith('-') &&
          signals.length > 0 &&
          notRestored(/\btrap\s+-/)({ node, file })
        );
      }),
    ),
  },
};

function isTakenOff(node: Node, event: string, file: SourceFile): boolean {
  const off = '^process\\.(?:off|removeListener|removeAllListeners)\\(';
  return undone(node, file, ['call_expression', off], (other) => {
    const named = literal(other.field('arguments')?.namedChildren()[0]);
    return named === null || named === event;
  });
}
