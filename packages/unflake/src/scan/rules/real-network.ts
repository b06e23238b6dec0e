import type { Node, SourceFile } from '../facts/source-file.ts';
import { calleeOf } from '../semantics/calls.ts';
import { isOnlyShown } from '../semantics/go/around.ts';
import { declared } from '../semantics/go/variables.ts';
import { holderOf } from '../semantics/held.ts';
import { scopeOf, semanticsOf } from '../semantics/index.ts';
import { calledName, methodText } from '../semantics/java/around.ts';
import { fieldOf } from '../semantics/javascript/constants.ts';
import { statementOf, textBefore } from '../semantics/place.ts';
import { isClient as isClientInPython, isStoodIn } from '../semantics/python/surroundings.ts';
import { methodsOn } from '../semantics/rust/around.ts';
import { initialOf } from '../semantics/rust/variables.ts';
import { reaches } from '../semantics/shell/network.ts';
import { quoted, re } from '../semantics/undone.ts';
import { isForeignName, isForeignUrl as isForeignText } from '../semantics/written-places.ts';
import { givenValue, unquoted } from '../semantics/written-text.ts';
import type { Language } from '../syntax/language.ts';
import { named, nearest, textAt } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row, words } from './rule.ts';

/** What stands between the client and the network, anywhere in the file. */
const FAKES: Partial<Readonly<Record<Language, RegExp>>> = {
  javascript:
    /\b(?:nock|msw|fetch-mock|fetchMock|axios-mock-adapter|MockAdapter|MockAgent|setupServer|polly|intercept|enableFetchMocks|jest-fetch-mock|\w*[iI]nterceptors?|respondWith|getAjaxRequest|jasmine\.Ajax|useFakeXMLHttpRequest|fakeServer)\b|(?:global(?:This)?|window)\.fetch\s*=|stubGlobal\(\s*["']fetch|(?:spyOn|stub|method)\(\s*[\w.]+\s*,\s*["'](?:fetch|get|post|request|lookup)["']|\b(?:jest|vi)\.mock\(\s*["'](?:axios|got|node-fetch|undici|(?:node:)?https?|(?:node:)?dns)/,
  java: /\b(?:MockRestServiceServer|BrowserMobProxy|mockStatic\((?:URL|InetAddress|HttpClient))\b|@RestClientTest|mock\((?:HttpClient|RestTemplate|OkHttpClient)\.class/,
  kotlin: /\b(?:MockWebServer|MockEngine|WireMock|mockk|MockRestServiceServer|stubFor|respondOk|mockServer)\b/,
  ruby: /\b(?:WebMock|stub_request|VCR|Webmock|webmock|stub_get|allow\(Net::HTTP|allow\(HTTParty|Faraday::Adapter::Test|use_cassette|FakeWeb|Excon\.stub)\b/,
  csharp:
    /\b(?:MockHttp\w*|HttpMessageHandler|WireMock\w*|WebApplicationFactory|TestServer|HttpTest|DelegatingHandler|FakeHttp\w*|StubHandler)\b/,
  php: /\b(?:MockHandler|Http::fake|MockHttpClient|createMock\(\s*(?:Client|HttpClient)\w*|VCR|MockWebServer|Prophecy|WireMock|MockClient|HandlerStack)\b/,
};

const isForeignUrl = (value: Node | null | undefined, file: SourceFile): boolean =>
  isForeignText(semanticsOf(file).textOf(value ?? undefined, file));
const isForeignHost = (value: Node | null | undefined, file: SourceFile): boolean =>
  isForeignName(semanticsOf(file).textOf(value ?? undefined, file));
const isUrlFirst = ({ args, file }: Call): boolean => isForeignUrl(args[0], file);
const isHostFirst = ({ args, file }: Call): boolean => isForeignHost(args[0], file);
const rubyText = (value: Node | undefined, file: SourceFile): string | null =>
  /["']([^"']*)["']/.exec(value === undefined ? '' : givenValue(value.text(), file))?.[1] ?? null;
const csharpText = (value: Node | undefined, file: SourceFile): string | null =>
  value === undefined ? null : unquoted(givenValue(value.text(), file).replace(/^new Uri\((.*)\)$/s, '$1'));

const PYTHON_VERBS = words('get post put patch delete head options request stream');
const KOTLIN_ASKS =
  /(?:\b(?:URL|URI|Socket|InetSocketAddress|HttpGet|HttpPost|Jsoup\.connect|InetAddress\.getByName|URI\.create)\(\s*|\.(?:get|post|put|delete|head|url|getForObject|getForEntity|uri|connect|request)\s*(?:<[^>]*>)?\(\s*(?:URI\.create\(|URI\(|URL\()?)$/;
const KOTLIN_USES = /\.(?:openStream|openConnection|readText|readBytes|getInputStream|inputStream|connect)\b/;
const CPP_ASKS =
  /(?:CURLOPT_URL,\s*|\bcpr::(?:Get|Post|Put|Delete|Head)\(\s*cpr::Url\s*\{\s*|\b(?:httplib::(?:SSL)?Client\s+\w+|httplib::(?:SSL)?Client)\(\s*|\bgetaddrinfo\(\s*|\bgethostbyname\(\s*|\.(?:resolve|connect|async_resolve)\(\s*)$/;

export const realNetwork: Kind = {
  name: 'real-network',
  cause: { family: 'external', kind: 'network' },
  severity: 'error',
  where: 'tests',
  message: 'talks to a host on the network',
  why: 'The test fails when the host, the name server or the connection is slow or down, or when the answer changes.',
  when: (place, file) => !isFaked(place, file),
  languages: {
    python: row(
      'Answer in its place: `responses`, `respx`, `requests_mock`, or a server on the loopback with port 0.',
      calls(
        [
          ...PYTHON_VERBS.flatMap((name) => [`requests.${name}`, `httpx.${name}`]),
          ...words('urllib.request.urlopen urllib.request.urlretrieve urllib3.request'),
        ],
        ({ args, file }) => args.some((arg) => isForeignUrl(arg, file)),
      ),
      calls(
        PYTHON_VERBS.map((name) => `*.${name}`),
        ({ node, name, args, file }) => /^\?/.test(name) && isForeignUrl(args[0], file) && isClientInPython(node, file),
      ),
      calls(
        'socket.create_connection *.connect',
        ({ args, file }) => args[0]?.is('tuple') === true && isForeignHost(named(args[0])[0], file),
      ),
      calls(
        `socket.gethostbyname socket.getaddrinfo smtplib.SMTP smtplib.SMTP_SSL ftplib.FTP imaplib.IMAP4_SSL
           http.client.HTTPConnection http.client.HTTPSConnection telnetlib.Telnet`,
        isHostFirst,
      ),
    ),
    javascript: row(
      'Serve it on the loopback (`http.createServer` on port 0) or answer in its place: `msw`, `nock`, undici’s `MockAgent`.',
      calls(
        `fetch globalThis.fetch node-fetch undici.fetch undici.request cross-fetch axios axios.get axios.post axios.put
           axios.delete axios.head axios.request got got.get got.post http.get http.request https.get https.request
           superagent.get superagent.post needle WebSocket ws ws.WebSocket EventSource supertest page.goto *.goto ky ky.get`,
        ({ args: [url], file }) => {
          const value = url?.is('new_expression') ? url.field('arguments')?.namedChildren()[0] : url;
          const option = fieldOf(value, /^(?:url|host|hostname)$/, file) ?? undefined;
          return [value, option].some((one) => isForeignUrl(one, file) || isForeignHost(one, file));
        },
      ),
      calls('dns.lookup dns.resolve dns.promises.lookup dns/promises.lookup dns/promises.resolve', isHostFirst),
      calls('net.connect net.createConnection tls.connect', ({ args, file }) =>
        isForeignHost(args[1]?.is('string') ? args[1] : (fieldOf(args[0], /^host$/, file) ?? undefined), file),
      ),
    ),
    java: row(
      'Serve it on the loopback: `HttpServer.create(new InetSocketAddress(0), 0)`, `MockWebServer`, WireMock with `dynamicPort()`.',
      calls('java.net.Socket java.net.InetAddress.getByName java.net.InetAddress.getAllByName', isHostFirst),
      calls('org.jsoup.Jsoup.connect', (call) => isUrlFirst(call) && isAskedForAnswer(call.node)),
      calls('*.getForObject *.getForEntity *.postForObject *.postForEntity', isUrlFirst),
      calls('*.openStream *.openConnection', ({ node, file }) => isForeignText(urlOf(node.field('object'), file))),
      nodesOf('string_literal', /^"(?:https?|wss?):\/\//, (node, file) => isSent(node) && isForeignUrl(node, file)),
    ),
    go: row(
      'Start `httptest.NewServer` with the answers the test needs, or give the client a `Transport` of your own.',
      calls('net/http.Get net/http.Head net/http.Post net/http.PostForm', isUrlFirst),
      calls('net.Dial net.DialTimeout crypto/tls.Dial', ({ args, file }) => isForeignHost(args[1], file)),
      calls(
        `net.LookupHost net.LookupIP net.LookupAddr net.LookupMX net.LookupTXT net.LookupCNAME net.ResolveTCPAddr
           net.ResolveIPAddr`,
        ({ args, file }) => isForeignHost(args.at(-1), file),
      ),
      calls('*.Get *.Head *.Post', (call) => {
        const client = calleeOf(call.node).replace(/\.\w+$/, '');
        const made = textAt(declared(client, scopeOf(call.node, call.file)));
        // Plain: with no transport of its own.
        const isClient =
          call.name.startsWith('net/http.DefaultClient.') || /^&?http\.Client\{(?!.*Transport)/s.test(made);
        return call.file.text.includes('://') && isClient && isUrlFirst(call);
      }),
    ),
    rust: row(
      'Start a server of your own (`wiremock::MockServer`, `httpmock`, `mockito`) and give its address to the code.',
      calls(
        `reqwest.get reqwest.blocking.get ureq.get ureq.post ureq.head attohttpc.get isahc.get surf.get minreq.get
           std.net.TcpStream.connect tokio.net.TcpStream.connect tokio_tungstenite.connect_async tungstenite.connect
           tokio.net.lookup_host`,
        (call) => isUrlFirst(call) || isHostFirst(call),
      ),
      calls(
        '*.get *.post *.head *.put *.delete',
        (call) =>
          isUrlFirst(call) &&
          methodsOn(call.node).some((name) => /^(?:send|call)$/.test(name)) &&
          isClientInRust(call.node, call.file),
      ),
      calls('*.to_socket_addrs', ({ node, file }) =>
        isForeignHost(node.field('function')?.field('value') ?? undefined, file),
      ),
    ),
    shell: row(
      'Put a stub of the command first in `PATH`, define a function of its name, or serve the answer on the loopback.',
      nodesOf(
        'command',
        /\b(?:curl|wget|git|ssh|scp|rsync|ping|dig|nslookup|host|nc|telnet|pip3?|npm|apt-get|apt|yum|brew|gem|http|ftp)\b/,
        reaches,
      ),
    ),
    kotlin: row(
      'Serve it on the loopback: `MockWebServer`, WireMock with `dynamicPort()`, ktor’s `MockEngine`.',
      nodesOf('string_literal', /^"(?:https?:\/\/|wss?:\/\/|[a-z0-9-]+(?:\.[a-z0-9-]+)+"$)/, (node) => {
        const before = textBefore(node);
        const isHost = /\b(?:Socket|InetAddress\.getByName|InetSocketAddress)\(\s*$/.test(before);
        if (!(isHost ? isForeignName : isForeignText)(unquoted(node.text()))) return false;
        if (!KOTLIN_ASKS.test(before) || /assert\w*\(|shouldBe|expect/.test(before)) return false;
        // An address alone asks nobody.
        return (
          !/\b(?:URL|URI|URI\.create|InetSocketAddress)\(\s*$/.test(before) ||
          KOTLIN_USES.test(statementOf(node).text()) ||
          /\.(?:get|uri|url|send)\([^()]*(?:URI|URL)[.\w]*\(\s*$/.test(before)
        );
      }),
    ),
    ruby: row(
      'Answer for the host: `stub_request(:get, …)` (WebMock), a recorded cassette (VCR), or a server on the loopback with port 0.',
      calls(
        [
          ...words('HTTParty Faraday RestClient HTTP Typhoeus Excon').flatMap((client) =>
            words('get post put delete head patch').map((verb) => `${client}.${verb}`),
          ),
          ...words('Net.HTTP.get_response Net.HTTP.post Net.HTTP.post_form URI.open Faraday.new'),
        ],
        ({ args, file }) => isForeignText(rubyText(args[0], file)),
      ),
      calls(
        `TCPSocket.new TCPSocket.open Resolv.getaddress Addrinfo.tcp Net.HTTP.start Net.HTTP.new Net.HTTP.get`,
        ({ args, file }) => isForeignName(rubyText(args[0], file)),
      ),
    ),
    csharp: row(
      'Answer for the host: a `HttpMessageHandler` of your own, WireMock.Net on port 0, `WebApplicationFactory<Program>`.',
      calls(
        `*.GetAsync *.GetStringAsync *.PostAsync *.PutAsync *.DeleteAsync *.GetStreamAsync *.GetByteArrayAsync
           *.DownloadString *.DownloadData *.GetFromJsonAsync *.PostAsJsonAsync System.Net.WebRequest.Create`,
        ({ args, file }) => isForeignText(csharpText(args[0], file)),
      ),
      calls(
        `*.ConnectAsync *.Connect System.Net.Sockets.TcpClient System.Net.Dns.GetHostAddresses
           System.Net.Dns.GetHostEntry`,
        ({ args, file }) => isForeignName(csharpText(args[0], file)),
      ),
    ),
    cpp: row(
      'Serve it on the loopback: an `httplib::Server` bound to any port, or a transport that the test passes in.',
      nodesOf('string_literal', /^"(?:https?:\/\/|[a-z0-9-]+(?:\.[a-z0-9-]+)+"$)/, (node) => {
        const before = textBefore(node);
        const isHost = /(?:getaddrinfo|gethostbyname|resolve|connect|Client(?:\s+\w+)?)\(\s*$/.test(before);
        return CPP_ASKS.test(before) && (isHost ? isForeignName : isForeignText)(unquoted(node.text()));
      }),
    ),
    php: row(
      'Answer for the host: Guzzle’s `MockHandler`, Symfony’s `MockHttpClient`, Laravel’s `Http::fake()`, or a server on the loopback.',
      calls('file_get_contents fopen curl_init get_headers stream_socket_client copy', isUrlFirst),
      calls('fsockopen gethostbyname', isHostFirst),
      calls(
        '*.get *.post *.put *.delete *.head',
        (call) =>
          /client|http|guzzle|browser/i.test(textAt(call.node.field('object') ?? call.node.field('scope'))) &&
          isUrlFirst(call),
      ),
      calls('*.request', ({ args, file }) => isForeignUrl(args[1], file)),
    ),
  },
};

function isFaked(place: Node, file: SourceFile): boolean {
  if (file.language === 'python') return isStoodIn(place, file);
  if (file.language !== 'go') return FAKES[file.language]?.test(file.text) ?? false;
  return (
    isOnlyShown(place) || [...file.imports.names.values()].some((path) => /httpmock|gock|go-vcr|recorder/.test(path))
  );
}

/** In what builds or sends a request, not in what only takes an address apart. */
function isSent(literal: Node): boolean {
  const make = nearest(literal, ['method_invocation', 'object_creation_expression']);
  if (make === null || literal.parent()?.parent()?.id() !== make.id()) return false;
  const name = calledName(make);
  if (/^(?:url|uri|newBuilder|baseUrl)$/.test(name))
    return /Request|client|Client|webTestClient|WebClient/.test(make.text());
  if (name !== 'create' && name !== 'URI' && name !== 'HttpGet' && name !== 'HttpPost') return false;
  if (name === 'HttpGet' || name === 'HttpPost') return true;
  const outer = make.parent()?.parent();
  return (
    outer?.is('method_invocation') === true &&
    make.parent()!.is('argument_list') &&
    /^(?:newBuilder|uri|GET)$/.test(calledName(outer))
  );
}

/** Nothing is sent before an answer is asked for, in the same chain or of what holds it. */
function isAskedForAnswer(request: Node): boolean {
  const asked = '(?:get|post|execute)\\(';
  const statement = nearest(request, ['expression_statement', 'local_variable_declaration', 'return_statement']);
  const chain = statement?.text().slice(request.end() - statement.start()) ?? '';
  if (re`^[\s\S]*\.${asked}`.test(chain)) return true;
  const holder = holderOf(request);
  return holder.kind === 'name' && re`\b${quoted(holder.name)}\s*\.${asked}`.test(methodText(request));
}

/** The text of `new URL("…")`, held by a variable or not. */
function urlOf(on: Node | null, file: SourceFile): string | null {
  const text = textAt(on);
  const direct = /^\(?(?:\([^)]*\)\s*)?(?:new URL\(|URI\.create\()\s*"([^"]*)"/.exec(text)?.[1];
  if (direct !== undefined) return direct;
  if (!/^\w+$/.test(text)) return null;
  return re`\b${quoted(text)}\s*=\s*(?:new URL|URI\.create)\(\s*"([^"]*)"`.exec(file.text)?.[1] ?? null;
}

/** Made by a crate that goes to the network. */
function isClientInRust(call: Node, file: SourceFile): boolean {
  const on = call.field('function')?.field('value');
  const text = on?.is('identifier') ? textAt(initialOf(on.text(), scopeOf(call, file), file.root)) : textAt(on);
  return /^(?:reqwest::(?:blocking::)?)?Client(?:Builder)?::(?:new|builder|default)\(|^ureq::|^(?:awc|isahc|hyper|attohttpc)\b/.test(
    text,
  );
}
