import { functionAround } from '../../semantics/go/around.ts';
import { givenTo, hasMethod, leaves } from '../../semantics/go/variables.ts';
import { calls, type LanguageRule } from '../rule.ts';

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

export const go: LanguageRule = {
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
