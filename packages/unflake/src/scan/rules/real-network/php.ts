import type { SourceFile } from '../../facts/source-file.ts';
import { isForeignName, isForeignUrl } from '../../semantics/foreign-address.ts';
import { functions } from '../../semantics/php/called.ts';
import { givenValue, unquoted } from '../../semantics/written-text.ts';
import { calls, type LanguageRule } from '../rule.ts';

const FAKES =
  /\b(?:MockHandler|Http::fake|MockHttpClient|createMock\(\s*(?:Client|HttpClient)\w*|VCR|MockWebServer|Prophecy|WireMock|MockClient|HandlerStack)\b/;

export const php: LanguageRule = {
  fix: 'Answer for the host: Guzzle’s `MockHandler`, Symfony’s `MockHttpClient`, Laravel’s `Http::fake()`, or a server on the loopback.',
  find: [
    functions(
      ['file_get_contents', 'fopen', 'curl_init', 'get_headers', 'stream_socket_client', 'copy'],
      ({ args, file }) => asks(args[0]?.text(), file, isForeignUrl),
    ),
    functions(['fsockopen', 'gethostbyname'], ({ args, file }) => asks(args[0]?.text(), file, isForeignName)),
    calls(
      '*.get *.post *.put *.delete *.head',
      ({ node, args, file }) =>
        /client|http|guzzle|browser/i.test((node.field('object') ?? node.field('scope'))?.text() ?? '') &&
        asks(args[0]?.text(), file, isForeignUrl),
    ),
    calls('*.request', ({ args, file }) => asks(args[1]?.text(), file, isForeignUrl)),
  ],
};

function asks(argument: string | undefined, file: SourceFile, isForeign: (text: string | null) => boolean): boolean {
  const text = argument === undefined ? null : unquoted(givenValue(argument, file));
  return isForeign(text) && !FAKES.test(file.text);
}
