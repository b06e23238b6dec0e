import { isForeignName, isForeignUrl } from '../foreign-address.ts';
import { ruleOf } from '../kinds.ts';
import { statementOf, textBefore } from '../place.ts';
import { nodes } from '../rule.ts';
import { unquoted } from '../written-text.ts';

const FAKES = /\b(?:MockWebServer|MockEngine|WireMock|mockk|MockRestServiceServer|stubFor|respondOk|mockServer)\b/;
const ASKS =
  /(?:\b(?:URL|URI|Socket|InetSocketAddress|HttpGet|HttpPost|Jsoup\.connect|InetAddress\.getByName|URI\.create)\(\s*|\.(?:get|post|put|delete|head|url|getForObject|getForEntity|uri|connect|request)\s*(?:<[^>]*>)?\(\s*(?:URI\.create\(|URI\(|URL\()?)$/;
const USES = /\.(?:openStream|openConnection|readText|readBytes|getInputStream|inputStream|connect)\b/;

export const realNetwork = ruleOf('kotlin', 'real-network', {
  fix: 'Serve it on the loopback: `MockWebServer`, WireMock with `dynamicPort()`, ktor’s `MockEngine`.',
  find: [
    nodes(
      { rule: { kind: 'string_literal', regex: '^"(?:https?://|wss?://|[a-z0-9-]+(?:\\.[a-z0-9-]+)+"$)' } },
      (node, file) => {
        const text = unquoted(node.text());
        const before = textBefore(node);
        const isHost = /\b(?:Socket|InetAddress\.getByName|InetSocketAddress)\(\s*$/.test(before);
        if (!(isHost ? isForeignName(text) : isForeignUrl(text)) || FAKES.test(file.text)) return false;
        if (!ASKS.test(before) || /assert\w*\(|shouldBe|expect/.test(before)) return false;
        // An address alone asks nobody.
        return (
          !/\b(?:URL|URI|URI\.create|InetSocketAddress)\(\s*$/.test(before) ||
          USES.test(statementOf(node).text()) ||
          /\.(?:get|uri|url|send)\([^()]*(?:URI|URL)[.\w]*\(\s*$/.test(before)
        );
      },
    ),
  ],
  flags: [
    'import java.net.URL\nclass ATest { @Test fun a() { val text = URL("https://api.github.com/zen").readText()\n assertTrue(text.isNotEmpty()) } }\n',
    'class ATest { @Test fun a() = runBlocking { val reply = client.get("https://www.wikipedia.org/")\n assertEquals(200, reply.status.value) } }\n',
    'class ATest { @Test fun a() { val request = Request.Builder().url("https://api.github.com/zen").build()\n assertTrue(ok(request)) } }\n',
    'import java.net.Socket\nclass ATest { @Test fun a() { Socket("smtp.gmail.com", 25).use { assertTrue(it.isConnected) } } }\n',
  ],
  allows: [
    'class ATest { @Test fun a() { assertEquals(1, cache.get("file.txt")) } }\n',
    'class ATest { private val server = MockWebServer()\n @Test fun a() { assertTrue(get("https://api.github.com/zen")) } }\n',
    'class ATest { @Test fun a() { assertEquals("/x", URI("https://www.wikipedia.org/x").path) } }\n',
    'class ATest { @Test fun a() { val reply = client.get("http://localhost:8080/")\n assertEquals(200, reply.status) } }\n',
    'class ATest { @Test fun a() { assertThrows<IOException> { URL("http://nobody.invalid/").readText() } } }\n',
  ],
});
