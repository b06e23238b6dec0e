import { called } from '../../semantics/cpp/called.ts';
import { functionText } from '../../semantics/place.ts';
import { isPort, numberIn } from '../../semantics/written-text.ts';
import type { LanguageRule } from '../rule.ts';

export const cpp: LanguageRule = {
  fix: 'Bind port 0 and ask which one it was: `getsockname(fd, …)`, `acceptor.local_endpoint().port()`, `svr.bind_to_any_port("127.0.0.1")`.',
  find: [
    called(
      ['htons'],
      ({ node, args, file }) => isPort(numberIn(args[0]?.text(), file)) && /\bbind\s*\(/.test(functionText(node, file)),
    ),
    called(['*.listen', '*.bind_to_port', '*.Bind', '*.AddListeningPort'], ({ args, file }) => {
      if (/^"[^"]*:[1-9]\d{1,4}"$/.test(args[0]?.text() ?? '')) return true;
      return args.length >= 2 && /^"|HOST|host/.test(args[0]!.text()) && isPort(numberIn(args[1]?.text(), file));
    }),
    called(
      ['*.endpoint'],
      ({ node, args, file }) =>
        /::v[46]\(\)|address/.test(args[0]?.text() ?? '') &&
        isPort(numberIn(args[1]?.text(), file)) &&
        /acceptor|\bbind\(/.test(functionText(node, file)),
    ),
  ],
};
