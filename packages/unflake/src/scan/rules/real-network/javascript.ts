import type { SourceFile } from '../../facts/source-file.ts';
import { fieldOf, textOf } from '../../semantics/javascript/constants.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

const MOCKED =
  /\b(?:nock|msw|fetch-mock|fetchMock|axios-mock-adapter|MockAdapter|MockAgent|setupServer|polly|intercept|enableFetchMocks|jest-fetch-mock)\b|(?:global(?:This)?|window)\.fetch\s*=|stubGlobal\(\s*["']fetch|(?:spyOn|stub|method)\(\s*[\w.]+\s*,\s*["'](?:fetch|get|post|request|lookup)["']|\b(?:jest|vi)\.mock\(\s*["'](?:axios|got|node-fetch|undici|(?:node:)?https?|(?:node:)?dns)/;
const ADDRESS = /\b(?:https?|wss?):\/\/|host/;
/** Hosts that are this machine, or that no name server may know. */
const NOWHERE =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|::1|.*\.(?:test|invalid|localhost|example|local|internal))$/i;

export const javascript: LanguageRule = {
  fix: 'Serve it on the loopback (`http.createServer` on port 0) or answer in its place: `msw`, `nock`, undici’s `MockAgent`.',
  find: [
    calls(
      `fetch globalThis.fetch node-fetch undici.fetch undici.request cross-fetch axios axios.get axios.post
       axios.put axios.delete axios.head axios.request got got.get got.post http.get http.request https.get
       https.request superagent.get superagent.post needle WebSocket ws ws.WebSocket EventSource supertest
       page.goto *.goto ky ky.get`,
      ({ args, file }) => ADDRESS.test(file.text) && isReal(hostOf(args[0], file), file),
    ),
    calls('dns.lookup dns.resolve dns.promises.lookup dns/promises.lookup dns/promises.resolve', ({ args, file }) =>
      isReal(textOf(args[0], file), file),
    ),
    calls('net.connect net.createConnection tls.connect', ({ args, file }) =>
      isReal(textOf(args[1], file) ?? textOf(fieldOf(args[0], /^host$/, file) ?? undefined, file), file),
    ),
  ],
};

function hostOf(url: Node | undefined, file: SourceFile): string | null {
  const direct = url?.is('new_expression') ? url.field('arguments')?.namedChildren()[0] : url;
  const text =
    textOf(direct ?? undefined, file) ??
    textOf(fieldOf(direct ?? undefined, /^(?:url|host|hostname)$/, file) ?? undefined, file);
  if (text === null) return null;
  return (
    /^(?:https?|wss?):\/\/(?:[^/@$]*@)?([^/:?#$]+|\[[^\]]+\])/.exec(text)?.[1] ??
    (/^[\w-]+(?:\.[\w-]+)+$/.test(text) ? text : null)
  );
}

const isReal = (host: string | null, { text }: SourceFile): boolean =>
  host !== null && host !== '' && !NOWHERE.test(host) && !MOCKED.test(text);
