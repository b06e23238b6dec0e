import { functionAround } from '../../semantics/rust/around.ts';
import { initialOf } from '../../semantics/rust/variables.ts';
import { calls, type LanguageRule } from '../rule.ts';

const OPENED =
  /(?:^|::)(?:File|OpenOptions|TcpListener|TcpStream|UdpSocket|UnixListener|UnixStream|Connection|TempDir|NamedTempFile|MockServer|Server|Pool|SqlitePool|PgPool)(?:::|$)|(?:^|::)temp(?:dir|file)\(/;

export const rust: LanguageRule = {
  fix: 'Let it be dropped at the end of the test; a handle that must stay open for all tests belongs in a `OnceLock`.',
  find: [
    calls(['std.mem.forget', 'std.boxed.Box.leak', 'Box.leak', 'std.mem.ManuallyDrop.new'], ({ node, args, file }) => {
      const given = args[0];
      if (given === undefined) return false;
      const value = given.is('identifier')
        ? (initialOf(given.text(), functionAround(node, file), file.root)?.text() ?? '')
        : given.text();
      return OPENED.test(value.replace(/^Box::new\(/, ''));
    }),
    calls(
      ['*.into_raw_fd', '*.into_raw_socket', '*.into_raw_handle'],
      ({ node, file }) => !/from_raw_(?:fd|socket|handle)|libc::close/.test(functionAround(node, file).text()),
    ),
  ],
};
