import { calls, type Rule } from '../rule.ts';
import { functionAround } from './around.ts';
import { inFile, inTest } from './sample.ts';
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
  flags: [
    inTest(
      'os',
      'f, err := os.Open("testdata/a.json")',
      'if err != nil {',
      '\tt.Fatal(err)',
      '}',
      'check(t, f.Name())',
    ),
    inTest('net/http/httptest', 'srv := httptest.NewServer(mux)', 'check(t, srv.URL)'),
    inTest(
      'database/sql',
      'db, err := sql.Open("sqlite", ":memory:")',
      'if err != nil {',
      '\tt.Fatal(err)',
      '}',
      'db.Exec("create table a (b)")',
    ),
    inTest('net', 'l, _ := net.Listen("tcp", "127.0.0.1:0")', 'check(t, l.Addr())'),
    inTest('os io', 'f, _ := os.Open("testdata/a.txt")', 'text, _ := io.ReadAll(f)', 'check(t, text)'),
  ],
  allows: [
    inTest(
      'os',
      'f, err := os.Open("testdata/a.json")',
      'if err != nil {',
      '\tt.Fatal(err)',
      '}',
      'defer f.Close()',
      'check(t, f.Name())',
    ),
    inTest('net/http/httptest', 'srv := httptest.NewServer(mux)', 't.Cleanup(srv.Close)', 'check(t, srv.URL)'),
    inFile(
      'database/sql',
      'func open(t *testing.T) *sql.DB {\n\tdb, _ := sql.Open("sqlite", ":memory:")\n\treturn db\n}',
    ),
    inTest('net', 'l, _ := net.Listen("tcp", "127.0.0.1:0")', 'srv := newServer(l)', 'defer srv.Stop()'),
    inTest(
      'net/http',
      'resp, err := http.Get(url)',
      'if err != nil {',
      '\tt.Fatal(err)',
      '}',
      'defer resp.Body.Close()',
    ),
  ],
};
