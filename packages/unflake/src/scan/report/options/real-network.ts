import type { KindOptions } from './kind-options.ts';

export const realNetwork: KindOptions = {
  goal: 'No test needs a host that is not its own.',
  options: [
    {
      name: 'a server inside the test',
      code: {
        python: `server = HTTPServer(("127.0.0.1", 0), Handler)
url = f"http://127.0.0.1:{server.server_address[1]}/"`,
        javascript: `const server = createServer(answer).listen(0);
const { port } = server.address() as AddressInfo;`,
        go: `server := httptest.NewServer(http.HandlerFunc(answer))
defer server.Close()`,
        rust: `let server = MockServer::start().await;
let url = server.uri();`,
        java: `try (MockWebServer server = new MockWebServer()) {
    String url = server.url("/").toString();
}`,
        shell: `curl() {
  cat "$BATS_TEST_DIRNAME/answer.json"
}`,
        kotlin: `val server = MockWebServer()
val url = server.url("/").toString()`,
        ruby: `stub_request(:get, "http://bank.test/").to_return(body: "ok")`,
        csharp: `var client = new HttpClient(new FakeHandler("ok"));`,
        cpp: `FakeBank bank;
Shop shop(bank);`,
        php: `$client = new Client(['handler' => new MockHandler([new Response(200)])]);`,
      },
      pros: ['works without a network', 'failures can be chosen'],
      cons: ['the real host’s changes are seen elsewhere, in a check of its own'],
    },
  ],
};
