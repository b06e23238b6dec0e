import { isForeignName, isForeignUrl } from '../foreign-address.ts';
import { ruleOf } from '../kinds.ts';
import { calls } from '../rule.ts';
import { givenValue, unquoted } from '../written-text.ts';

const FAKES =
  /\b(?:MockHttp\w*|HttpMessageHandler|WireMock\w*|WebApplicationFactory|TestServer|HttpTest|DelegatingHandler|FakeHttp\w*|StubHandler)\b/;
const ASKS = [
  'GetAsync',
  'GetStringAsync',
  'PostAsync',
  'PutAsync',
  'DeleteAsync',
  'GetStreamAsync',
  'GetByteArrayAsync',
  'DownloadString',
  'DownloadData',
  'GetFromJsonAsync',
  'PostAsJsonAsync',
  'ConnectAsync',
  'Connect',
];

export const realNetwork = ruleOf('csharp', 'real-network', {
  fix: 'Answer for the host: a `HttpMessageHandler` of your own, WireMock.Net on port 0, `WebApplicationFactory<Program>`.',
  find: [
    calls(
      [
        ...ASKS.map((one) => `*.${one}`),
        'System.Net.Sockets.TcpClient',
        'System.Net.Dns.GetHostAddresses',
        'System.Net.Dns.GetHostEntry',
        'System.Net.WebRequest.Create',
      ],
      ({ args, name, file }) => {
        const text =
          args[0] === undefined ? null : unquoted(givenValue(args[0].text(), file).replace(/^new Uri\((.*)\)$/s, '$1'));
        const isHost = /^System\.Net\.(?:Sockets|Dns)|\.Connect(?:Async)?$/.test(name);
        return (isHost ? isForeignName(text) : isForeignUrl(text)) && !FAKES.test(file.text);
      },
    ),
  ],
});
