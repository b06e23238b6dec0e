import type { SourceFile } from '../../facts/source-file.ts';
import { circumstances, functionAround } from '../../semantics/python/around.ts';
import { callOf, callsIn } from '../../semantics/python/calls-in.ts';
import { beginningOf, givenValue } from '../../semantics/python/values.ts';
import { literal, named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, words } from '../rule.ts';

const METHODS = words('get post put patch delete head options request stream');
const CLIENT =
  /^(?:requests\.(?:sessions\.)?Session|httpx\.(?:Async)?Client|aiohttp\.ClientSession|urllib3\.PoolManager)$/;
const NEAR =
  /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1\]?|(?:[\w-]+\.)*(?:test|invalid|localhost|local|internal)|test_?server|testserver)$/i;
/** Libraries that stand in for the network. */
const STANDS_IN =
  /^(?:responses|respx|requests_mock|httpretty|vcr|pook|aioresponses|pytest_httpx|pytest_httpserver|betamax|mocket|webtest)\b/;
const STANDS_IN_HERE =
  /responses|respx|requests_mock|httpretty|vcr|cassette|httpx_mock|aioresponses|httpserver|pook|patch|mocker|\bmock/i;

export const python: LanguageRule = {
  fix: 'Answer in its place: `responses`, `respx`, `requests_mock`, or a server on the loopback with port 0.',
  find: [
    calls(
      [
        ...METHODS.flatMap((name) => [`requests.${name}`, `httpx.${name}`]),
        'urllib.request.urlopen',
        'urllib.request.urlretrieve',
        'urllib3.request',
      ],
      ({ node, args, file }) => args.some((arg) => isFarUrl(arg, file)) && !isStoodIn(node, file),
    ),
    calls(
      METHODS.map((name) => `*.${name}`),
      ({ node, name, args, file }) =>
        /^\?/.test(name) && isFarUrl(args[0], file) && isClient(node, file) && !isStoodIn(node, file),
    ),
    calls(
      'socket.create_connection *.connect',
      ({ node, args, file }) =>
        args[0]?.is('tuple') === true && isFarHost(literal(named(args[0])[0])) && !isStoodIn(node, file),
    ),
    calls(
      `socket.gethostbyname socket.getaddrinfo smtplib.SMTP smtplib.SMTP_SSL ftplib.FTP imaplib.IMAP4_SSL
       http.client.HTTPConnection http.client.HTTPSConnection telnetlib.Telnet`,
      ({ node, args, file }) => isFarHost(literal(args[0])) && !isStoodIn(node, file),
    ),
  ],
};

const isFarHost = (host: string | null): boolean =>
  host !== null && /^[\w-]+(?:\.[\w-]+)+$/.test(host) && !NEAR.test(host);

function isFarUrl(node: Node | undefined, file: SourceFile): boolean {
  const [, host] =
    /^(?:https?|wss?|ftp):\/\/([^/:?#]+)/.exec(node === undefined ? '' : (beginningOf(node, file) ?? '')) ?? [];
  return host !== undefined && isFarHost(host);
}

/** Called on a session or client that is made here, without a transport of the test's own. */
function isClient(call: Node, file: SourceFile): boolean {
  const { on } = callOf(call);
  const made = givenValue(call.field('function')?.field('object') ?? null, file)?.text() ?? '';
  const texts = [made, ...circumstances(call).filter((text) => new RegExp(`\\bas ${on}\\b`).test(text))];
  return texts.some((text) => {
    const callee = /([\w.]+)\(/.exec(text)?.[1];
    return (
      callee !== undefined &&
      !/transport|app=/.test(text) &&
      file.meanings(callee, call).some((name) => CLIENT.test(name))
    );
  });
}

function isStoodIn(node: Node, file: SourceFile): boolean {
  if ([...file.imports.names.values()].some((name) => STANDS_IN.test(name))) return true;
  if (circumstances(node).some((text) => STANDS_IN_HERE.test(text))) return true;
  const around = functionAround(node);
  return (
    around !== null &&
    callsIn(around, file).some(({ callee }) => /monkeypatch\.setattr|mocker\.patch|\bpatch\b/.test(callee))
  );
}
