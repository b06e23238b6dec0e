import type { SourceFile } from '../../facts/source-file.ts';
import { calledName } from '../../semantics/java/around.ts';
import { textOf } from '../../semantics/java/literals.ts';
import { quoted } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const MOCKED =
  /\b(?:MockRestServiceServer|BrowserMobProxy|mockStatic\((?:URL|InetAddress|HttpClient))\b|@RestClientTest|mock\((?:HttpClient|RestTemplate|OkHttpClient)\.class/;
const NOWHERE =
  /^(?:localhost|127\.[0-9.]+|0\.0\.0\.0|\[?::1\]?|.*\.(?:test|invalid|localhost|example|local|internal))$/i;

export const java: LanguageRule = {
  fix: 'Serve it on the loopback: `HttpServer.create(new InetSocketAddress(0), 0)`, `MockWebServer`, WireMock with `dynamicPort()`.',
  find: [
    calls('java.net.Socket java.net.InetAddress.getByName java.net.InetAddress.getAllByName', ({ args, file }) =>
      isReal(textOf(args[0], file), file),
    ),
    calls(
      `org.jsoup.Jsoup.connect *.getForObject *.getForEntity *.postForObject *.postForEntity *.openStream
       *.openConnection`,
      ({ node, args, file }) => {
        if (/^open/.test(calledName(node))) return isReal(hostOf(urlOf(node.field('object'), file)), file);
        return isReal(hostOf(textOf(args[0], file)), file);
      },
    ),
    nodesOf(
      'string_literal',
      /^"(?:https?|wss?):\/\//,
      (node, file) => isSent(node) && isReal(hostOf(node.text().slice(1, -1)), file),
    ),
  ],
};

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

/** The text of `new URL("…")`, held by a variable or not. */
function urlOf(on: Node | null, file: SourceFile): string | null {
  const text = on?.text() ?? '';
  const direct = /^\(?(?:\([^)]*\)\s*)?(?:new URL\(|URI\.create\()\s*"([^"]*)"/.exec(text)?.[1];
  if (direct !== undefined) return direct;
  if (!/^\w+$/.test(text)) return null;
  return new RegExp(`\\b${quoted(text)}\\s*=\\s*(?:new URL|URI\\.create)\\(\\s*"([^"]*)"`).exec(file.text)?.[1] ?? null;
}

const hostOf = (url: string | null): string | null =>
  /^(?:https?|wss?):\/\/(?:[^/@]*@)?([^/:?#"]+)/.exec(url ?? '')?.[1] ?? null;

const isReal = (host: string | null, { text }: SourceFile): boolean =>
  host !== null && /\./.test(host) && !NOWHERE.test(host) && !MOCKED.test(text);
