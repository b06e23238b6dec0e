import { calls, type Rule } from '../rule.ts';
import { functionAround } from './around.ts';
import { inTest } from './sample.ts';
import { initialOf } from './variables.ts';

const OPENED =
  /(?:^|::)(?:File|OpenOptions|TcpListener|TcpStream|UdpSocket|UnixListener|UnixStream|Connection|TempDir|NamedTempFile|MockServer|Server|Pool|SqlitePool|PgPool)(?:::|$)|(?:^|::)temp(?:dir|file)\(/;

export const handleLeftBehind: Rule = {
  id: 'rust/handle-left-behind',
  cause: { family: 'resource-leak', kind: 'handles' },
  severity: 'warning',
  where: 'tests',
  message: 'takes a handle out of Rust’s own clean-up and does not close it',
  why: 'Each test takes some more files or sockets; the one that fails is whichever comes when there are no more.',
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
  flags: [
    inTest('std::fs::File', 'let log = File::create(path).unwrap();', 'std::mem::forget(log);', 'assert!(exists());'),
    inTest(
      'std::mem std::net::TcpListener',
      'let l = TcpListener::bind("127.0.0.1:0").unwrap();',
      'let addr = l.local_addr().unwrap();',
      'mem::forget(l);',
      'assert!(connect(addr));',
    ),
    inTest('std::os::fd::IntoRawFd', 'let fd = file.into_raw_fd();', 'assert!(fd > 2);'),
    inTest(
      'rusqlite::Connection',
      'let db: &Connection = Box::leak(Box::new(Connection::open_in_memory().unwrap()));',
      'assert!(db.is_autocommit());',
    ),
  ],
  allows: [
    inTest('std::fs::File', 'let log = File::create(path).unwrap();', 'drop(log);', 'assert!(exists());'),
    inTest('', 'let name: &str = Box::leak(String::from("a").into_boxed_str());', 'assert_eq!(name, "a");'),
    inTest('std::mem', 'let guard = Guard::new(&count);', 'mem::forget(guard);', 'assert_eq!(count.get(), 1);'),
    inTest(
      'std::os::fd::*',
      'let fd = file.into_raw_fd();',
      'let file = unsafe { File::from_raw_fd(fd) };',
      'assert!(file.metadata().is_ok());',
    ),
  ],
};
