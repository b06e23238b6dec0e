import { isForeignName, isForeignUrl } from '../../semantics/foreign-address.ts';
import { givenValue } from '../../semantics/written-text.ts';
import { calls, type LanguageRule } from '../rule.ts';

const STUBS =
  /\b(?:WebMock|stub_request|VCR|Webmock|webmock|stub_get|allow\(Net::HTTP|allow\(HTTParty|Faraday::Adapter::Test|use_cassette|FakeWeb|Excon\.stub)\b/;
const VERBS = ['get', 'post', 'put', 'delete', 'head', 'patch'];

export const ruby: LanguageRule = {
  fix: 'Answer for the host: `stub_request(:get, …)` (WebMock), a recorded cassette (VCR), or a server on the loopback with port 0.',
  find: [
    calls(
      [
        ...['HTTParty', 'Faraday', 'RestClient', 'HTTP', 'Typhoeus', 'Excon'].flatMap((one) =>
          VERBS.map((verb) => `${one}.${verb}`),
        ),
        ...['get', 'get_response', 'post', 'post_form', 'start', 'new'].map((verb) => `Net.HTTP.${verb}`),
        'URI.open',
        'TCPSocket.new',
        'TCPSocket.open',
        'Faraday.new',
        'Resolv.getaddress',
        'Addrinfo.tcp',
      ],
      ({ args, name, file }) => {
        const given = args[0] === undefined ? '' : givenValue(args[0].text(), file);
        const text = /["']([^"']*)["']/.exec(given)?.[1];
        const isHost = /^(?:TCPSocket|Resolv|Addrinfo|Net\.HTTP\.(?:start|new|get))\b/.test(name);
        return text !== undefined && (isHost ? isForeignName(text) : isForeignUrl(text)) && !STUBS.test(file.text);
      },
    ),
  ],
};
