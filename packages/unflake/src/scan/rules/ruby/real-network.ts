import { isForeignName, isForeignUrl } from '../foreign-address.ts';
import { ruleOf } from '../kinds.ts';
import { calls } from '../rule.ts';
import { givenValue } from '../written-text.ts';

const STUBS =
  /\b(?:WebMock|stub_request|VCR|Webmock|webmock|stub_get|allow\(Net::HTTP|allow\(HTTParty|Faraday::Adapter::Test|use_cassette|FakeWeb|Excon\.stub)\b/;
const VERBS = ['get', 'post', 'put', 'delete', 'head', 'patch'];

export const realNetwork = ruleOf('ruby', 'real-network', {
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
});
