import { calls, type Rule } from '../rule.ts';
import { functionAround } from './around.ts';
import { givenTo, hasMethod, leaves } from './variables.ts';

const OPENS = [
  'os.Open',
  'os.Create',
  'os.OpenFile',
  'net.Listen',
  'net.ListenTCP',
  'net.ListenPacket',
  'net.Dial',
  'net.DialTimeout',
  'crypto/tls.Dial',
  'crypto/tls.Listen',
  'database/sql.Open',
  'net/http/httptest.NewServer',
  'net/http/httptest.NewTLSServer',
  'net/http/httptest.NewUnstartedServer',
  'google.golang.org/grpc.Dial',
  'google.golang.org/grpc.NewClient',
  'github.com/fsnotify/fsnotify.NewWatcher',
  'go.etcd.io/bbolt.Open',
  'net/http.Get',
  'net/http.Post',
];

export const handleLeftBehind: Rule = {
  id: 'go/handle-left-behind',
  cause: { family: 'resource-leak', kind: 'handles' },
  severity: 'warning',
  where: 'tests',
  message: 'opens something that the test does not close',
  why: 'Each test takes some more files or sockets; the one that fails is whichever comes when there are no more.',
  fix: 'Close it where it is opened: `defer f.Close()`, or `t.Cleanup(srv.Close)`.',
  find: [
    calls(OPENS, ({ node, file }) => {
      const handle = givenTo(node)?.[0];
      if (handle === undefined || handle === '_' || handle.includes('.')) return false;
      const scope = functionAround(node, file);
      return (
        !scope.is('source_file') &&
        !hasMethod(handle, 'Close|CloseNow|Shutdown|CloseClientConnections', scope) &&
        !leaves(handle, scope)
      );
    }),
  ],
};
