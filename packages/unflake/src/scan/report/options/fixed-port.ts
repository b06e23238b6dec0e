import type { KindOptions } from './kind-options.ts';

export const fixedPort: KindOptions = {
  goal: 'No two listeners can want the same port.',
  options: [
    {
      name: 'port 0, and ask which one it became',
      code: {
        rust: `let listener = TcpListener::bind("127.0.0.1:0")?;
let port = listener.local_addr()?.port();`,
        python: `server = HTTPServer(("127.0.0.1", 0), Handler)
port = server.server_address[1]`,
        javascript: `const server = app.listen(0);
const { port } = server.address() as AddressInfo;`,
        go: `listener, err := net.Listen("tcp", "127.0.0.1:0")
port := listener.Addr().(*net.TCPAddr).Port`,
        java: `ServerSocket server = new ServerSocket(0);
int port = server.getLocalPort();`,
        shell: `python3 -m http.server 0 --bind 127.0.0.1 > "$BATS_TEST_TMPDIR/server.log" &`,
      },
      pros: ['the system never gives one twice', 'tests can run side by side'],
      cons: ['clients have to be told the port'],
    },
  ],
};
