import { isForeignName, isForeignUrl } from '../../semantics/foreign-address.ts';
import { givenValue, unquoted } from '../../semantics/written-text.ts';
import { calls, type LanguageRule, words } from '../rule.ts';

const FAKES =
  /\b(?:MockHttp\w*|HttpMessageHandler|WireMock\w*|WebApplicationFactory|TestServer|HttpTest|DelegatingHandler|FakeHttp\w*|StubHandler)\b/;
const ASKS =
  words(`GetAsync GetStringAsync PostAsync PutAsync DeleteAsync GetStreamAsync GetByteArrayAsync DownloadString
   DownloadData GetFromJsonAsync PostAsJsonAsync ConnectAsync Connect`);

export const csharp: LanguageRule = {
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
};
