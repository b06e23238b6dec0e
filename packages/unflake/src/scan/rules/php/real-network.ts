import type { SourceFile } from '../../facts/source-file.ts';
import { isForeignName, isForeignUrl } from '../foreign-address.ts';
import { ruleOf } from '../kinds.ts';
import { calls } from '../rule.ts';
import { givenValue, unquoted } from '../written-text.ts';
import { functions } from './called.ts';

const FAKES =
  /\b(?:MockHandler|Http::fake|MockHttpClient|createMock\(\s*(?:Client|HttpClient)\w*|VCR|MockWebServer|Prophecy|WireMock|MockClient|HandlerStack)\b/;

export const realNetwork = ruleOf('php', 'real-network', {
  fix: 'Answer for the host: Guzzle’s `MockHandler`, Symfony’s `MockHttpClient`, Laravel’s `Http::fake()`, or a server on the loopback.',
  find: [
    functions(
      ['file_get_contents', 'fopen', 'curl_init', 'get_headers', 'stream_socket_client', 'copy'],
      ({ args, file }) => asks(args[0]?.text(), file, isForeignUrl),
    ),
    functions(['fsockopen', 'gethostbyname'], ({ args, file }) => asks(args[0]?.text(), file, isForeignName)),
    calls(
      ['*.get', '*.post', '*.put', '*.delete', '*.head'],
      ({ node, args, file }) =>
        /client|http|guzzle|browser/i.test((node.field('object') ?? node.field('scope'))?.text() ?? '') &&
        asks(args[0]?.text(), file, isForeignUrl),
    ),
    calls(['*.request'], ({ args, file }) => asks(args[1]?.text(), file, isForeignUrl)),
  ],
  flags: [
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $text = file_get_contents('https://api.github.com/zen'); $this->assertNotEmpty($text); } }\n",
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $reply = $this->client->get('https://www.wikipedia.org/'); $this->assertSame(200, $reply->getStatusCode()); } }\n",
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->assertIsResource(fsockopen('smtp.gmail.com', 25)); } }\n",
    "<?php\nit('asks', function () { $reply = (new Client())->request('GET', 'https://api.github.com/zen'); expect($reply->getStatusCode())->toBe(200); });\n",
  ],
  allows: [
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->assertSame('x', file_get_contents('data.txt')); } }\n",
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $client = new Client(['handler' => new MockHandler([])]); $this->assertNull($client->get('https://api.github.com/zen')); } }\n",
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->assertSame('/x', parse_url('https://www.wikipedia.org/x', PHP_URL_PATH)); } }\n",
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->assertNotEmpty(file_get_contents('http://localhost:8000/')); } }\n",
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->assertFalse(@file_get_contents('http://nobody.invalid/')); } }\n",
  ],
});

function asks(argument: string | undefined, file: SourceFile, isForeign: (text: string | null) => boolean): boolean {
  const text = argument === undefined ? null : unquoted(givenValue(argument, file));
  return isForeign(text) && !FAKES.test(file.text);
}
