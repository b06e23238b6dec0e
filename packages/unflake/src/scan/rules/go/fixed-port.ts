import { calls, nodes, type Rule } from '../rule.ts';
import { fixedPort as portOf } from '../written-places.ts';
import { functionAround, isOnlyShown } from './around.ts';
import { inFile, inTest } from './sample.ts';
import { textOf } from './variables.ts';

export const fixedPort: Rule = {
  id: 'go/fixed-port',
  cause: { family: 'external', kind: 'port' },
  severity: 'error',
  where: 'tests',
  message: 'listens on a port that is written out',
  why: 'Two tests, two runs or another program on the machine want the same port, and one of them gets an error.',
  fix: 'Listen on `127.0.0.1:0` and ask `l.Addr()`; `httptest.NewServer` does that for you.',
  find: [
    calls(
      ['net.Listen', 'net.ListenPacket', 'net.ListenConfig.Listen', 'crypto/tls.Listen'],
      ({ node, args, file }) => {
        const network = args[0]?.text() ?? '';
        return (
          !/unix/.test(network) &&
          !isOnlyShown(node) &&
          portOf(textOf(args[1], functionAround(node, file), file.root) ?? '') !== null
        );
      },
    ),
    calls(
      ['net/http.ListenAndServe', 'net/http.ListenAndServeTLS'],
      ({ node, args, file }) =>
        !isOnlyShown(node) && portOf(textOf(args[0], functionAround(node, file), file.root) ?? '') !== null,
    ),
    calls(['net.ListenTCP', 'net.ListenUDP'], ({ args }) => /\bPort:\s*[1-9]/.test(args[1]?.text() ?? '')),
    nodes(
      { rule: { kind: 'composite_literal', regex: '^http\\.Server\\{' } },
      (node, file) =>
        !isOnlyShown(node) &&
        node.findAll({ rule: { kind: 'keyed_element' } }).some((element) => {
          const [key, value] = [element.child(0)?.text(), element.children().at(-1)?.children()[0]];
          return key === 'Addr' && portOf(textOf(value, functionAround(node, file), file.root) ?? '') !== null;
        }),
    ),
  ],
  flags: [
    inTest('net', 'l, err := net.Listen("tcp", ":8080")', 'defer l.Close()', 'check(t, err)'),
    inTest('net/http', 'go http.ListenAndServe("localhost:9999", mux)'),
    inTest('net/http', 'srv := &http.Server{Addr: ":8081", Handler: mux}', 'defer srv.Close()'),
    inFile(
      'net',
      'const address = "127.0.0.1:7070"',
      'func TestA(t *testing.T) {\n\tl, _ := net.Listen("tcp", address)\n\tdefer l.Close()\n}',
    ),
  ],
  allows: [
    inFile('net/http', 'func ExampleServe() {\n\thttp.ListenAndServe(":8080", nil)\n}'),
    inTest('net', 'l, _ := net.Listen("tcp", "127.0.0.1:0")', 'defer l.Close()'),
    inTest('net', 'l, _ := net.Listen("unix", dir+"/s:8080")', 'defer l.Close()'),
    inTest('net', 'host, port, _ := net.SplitHostPort("localhost:8080")', 'check(t, host, port)'),
    {
      file: 'main.go',
      text: 'package main\n\nimport "net/http"\n\nfunc main() { http.ListenAndServe(":8080", nil) }\n',
    },
    inTest('net/http', 'cfg := Config{Addr: ":8080"}', 'check(t, cfg.Addr)'),
  ],
};
