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
        kotlin: `val server = ServerSocket(0)
val port = server.localPort`,
        ruby: `server = TCPServer.new("127.0.0.1", 0)
port = server.addr[1]`,
        csharp: `var listener = new TcpListener(IPAddress.Loopback, 0);
listener.Start();
var port = ((IPEndPoint)listener.LocalEndpoint).Port;`,
        cpp: `address.sin_port = htons(0);
bind(listener, (sockaddr*)&address, sizeof address);
getsockname(listener, (sockaddr*)&address, &length);`,
        php: `$server = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($server, false);`,
      },
      pros: ['the system never gives one twice', 'tests can run side by side'],
      cons: ['clients have to be told the port'],
    },
  ],
};
