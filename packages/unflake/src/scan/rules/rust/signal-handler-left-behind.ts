import { calls, type Rule } from '../rule.ts';
import { callsIn, functionAround, isAfter } from './around.ts';
import { inTest } from './sample.ts';

export const signalHandlerLeftBehind: Rule = {
  id: 'rust/signal-handler-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'puts a handler for signals or panics in place and leaves it there',
  why: 'Handlers belong to the process: later tests no longer get the signal, or print their panics elsewhere.',
  fix: 'Give it back: `signal_hook::low_level::unregister(id)`, `panic::set_hook(old)` with what `take_hook` returned.',
  find: [
    calls(['ctrlc.set_handler', 'ctrlc.try_set_handler']),
    calls(
      ['signal_hook.flag.register', 'signal_hook.low_level.register'],
      ({ node, file }) => callsIn(functionAround(node, file), '(?:^|::)unregister$').length === 0,
    ),
    calls(['libc.signal', 'libc.sigaction', 'nix.sys.signal.signal', 'nix.sys.signal.sigaction'], ({ node, file }) => {
      const same = callsIn(functionAround(node, file), '(?:^|::)(?:signal|sigaction)$').filter(
        (call) => call.id() !== node.id(),
      );
      return same.length === 0;
    }),
    calls(['std.panic.set_hook'], ({ node, file }) => {
      const later = callsIn(functionAround(node, file), '(?:^|::)(?:set_hook|take_hook)$').filter(
        (call) => call.id() !== node.id(),
      );
      const isRestoring = /^\w+$/.test(node.field('arguments')?.text().slice(1, -1) ?? '') && later.length > 0;
      return !isRestoring && !later.some((call) => isAfter(call, node));
    }),
  ],
  flags: [
    inTest('', 'ctrlc::set_handler(|| stop()).unwrap();', 'assert!(works());'),
    inTest('std::panic', 'panic::set_hook(Box::new(|_| {}));', 'assert!(panic::catch_unwind(fails).is_err());'),
    inTest('signal_hook::flag', 'flag::register(SIGTERM, term.clone()).unwrap();', 'assert!(works());'),
    inTest('', 'unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };', 'assert!(works());'),
  ],
  allows: [
    inTest(
      'std::panic',
      'let old = panic::take_hook();',
      'panic::set_hook(Box::new(|_| {}));',
      'assert!(panic::catch_unwind(fails).is_err());',
      'panic::set_hook(old);',
    ),
    inTest(
      'signal_hook::flag signal_hook::low_level',
      'let id = flag::register(SIGTERM, term.clone()).unwrap();',
      'assert!(works());',
      'low_level::unregister(id);',
    ),
    { file: 'src/main.rs', text: 'fn main() {\n    ctrlc::set_handler(|| stop()).unwrap();\n}\n' },
    inTest('', 'let mut button = Button::new();', 'button.set_handler(|| {});', 'assert!(button.ready());'),
  ],
};
