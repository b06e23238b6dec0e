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
  flags: [
    'public class ATests { [Fact] public async Task A() { var text = await client.GetStringAsync("https://api.github.com/zen"); Assert.NotEmpty(text); } }\n',
    'using System.Net.Sockets;\npublic class ATests { [Fact] public void A() { using var client = new TcpClient("smtp.gmail.com", 25); Assert.True(client.Connected); } }\n',
    'public class ATests { const string Url = "https://www.wikipedia.org/"; [Fact] public async Task A() { Assert.True((await client.GetAsync(Url)).IsSuccessStatusCode); } }\n',
    'using System.Net;\npublic class ATests { [Fact] public void A() { Assert.NotEmpty(Dns.GetHostAddresses("www.iana.org")); } }\n',
  ],
  allows: [
    'public class ATests { [Fact] public async Task A() { Assert.NotNull(await cache.GetAsync("users.json")); } }\n',
    'public class ATests { [Fact] public async Task A() { var client = new HttpClient(new StubHandler()); Assert.Equal("x", await client.GetStringAsync("https://api.github.com/zen")); } }\n',
    'public class ATests { [Fact] public void A() { Assert.Equal("/x", new Uri("https://www.wikipedia.org/x").AbsolutePath); } }\n',
    'public class ATests { [Fact] public async Task A() { Assert.True((await client.GetAsync("http://localhost:5000/")).IsSuccessStatusCode); } }\n',
    'public class ATests { [Fact] public async Task A() { await Assert.ThrowsAsync<HttpRequestException>(() => client.GetAsync("http://nobody.invalid/")); } }\n',
  ],
});
