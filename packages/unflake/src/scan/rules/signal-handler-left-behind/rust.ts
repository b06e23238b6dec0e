import { callsIn, functionAround, isAfter } from '../../semantics/rust/around.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Give it back: `signal_hook::low_level::unregister(id)`, `panic::set_hook(old)` with what `take_hook` returned.',
  find: [
    calls('ctrlc.set_handler ctrlc.try_set_handler'),
    calls(
      'signal_hook.flag.register signal_hook.low_level.register',
      ({ node, file }) => callsIn(functionAround(node, file), '(?:^|::)unregister$').length === 0,
    ),
    calls('libc.signal libc.sigaction nix.sys.signal.signal nix.sys.signal.sigaction', ({ node, file }) => {
      const same = callsIn(functionAround(node, file), '(?:^|::)(?:signal|sigaction)$').filter(
        (call) => call.id() !== node.id(),
      );
      return same.length === 0;
    }),
    calls('std.panic.set_hook', ({ node, file }) => {
      const later = callsIn(functionAround(node, file), '(?:^|::)(?:set_hook|take_hook)$').filter(
        (call) => call.id() !== node.id(),
      );
      const isRestoring = /^\w+$/.test(node.field('arguments')?.text().slice(1, -1) ?? '') && later.length > 0;
      return !isRestoring && !later.some((call) => isAfter(call, node));
    }),
  ],
};
