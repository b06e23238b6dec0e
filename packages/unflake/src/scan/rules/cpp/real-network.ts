import { isForeignName, isForeignUrl } from '../foreign-address.ts';
import { ruleOf } from '../kinds.ts';
import { textBefore } from '../place.ts';
import { nodes } from '../rule.ts';
import { unquoted } from '../written-text.ts';

const ASKS =
  /(?:CURLOPT_URL,\s*|\bcpr::(?:Get|Post|Put|Delete|Head)\(\s*cpr::Url\s*\{\s*|\b(?:httplib::(?:SSL)?Client\s+\w+|httplib::(?:SSL)?Client)\(\s*|\bgetaddrinfo\(\s*|\bgethostbyname\(\s*|\.(?:resolve|connect|async_resolve)\(\s*)$/;

export const realNetwork = ruleOf('cpp', 'real-network', {
  fix: 'Serve it on the loopback: an `httplib::Server` bound to any port, or a transport that the test passes in.',
  find: [
    nodes({ rule: { kind: 'string_literal', regex: '^"(?:https?://|[a-z0-9-]+(?:\\.[a-z0-9-]+)+"$)' } }, (node) => {
      const text = unquoted(node.text());
      const before = textBefore(node);
      const isHost = /(?:getaddrinfo|gethostbyname|resolve|connect|Client(?:\s+\w+)?)\(\s*$/.test(before);
      return ASKS.test(before) && (isHost ? isForeignName(text) : isForeignUrl(text));
    }),
  ],
  flags: [
    'TEST(Http, Fetches) { curl_easy_setopt(curl, CURLOPT_URL, "https://api.github.com/zen"); EXPECT_EQ(curl_easy_perform(curl), CURLE_OK); }\n',
    'TEST_CASE("fetches") { auto reply = cpr::Get(cpr::Url{"https://www.wikipedia.org/"}); REQUIRE(reply.status_code == 200); }\n',
    'TEST(Http, Asks) { httplib::Client client("https://www.iana.org"); EXPECT_TRUE(client.Get("/")); }\n',
    {
      file: 'tests/test_dns.c',
      text: 'void test_resolves(void) { TEST_ASSERT_EQUAL(0, getaddrinfo("www.iana.org", "80", NULL, &found)); }\n',
    },
  ],
  allows: [
    'TEST(Url, Parses) { EXPECT_EQ(parse("https://www.wikipedia.org/x").path, "/x"); }\n',
    'TEST(Http, Asks) { httplib::Client client("http://localhost:8080"); EXPECT_TRUE(client.Get("/")); }\n',
    'TEST(Dns, Fails) { EXPECT_NE(getaddrinfo("nobody.invalid", "80", nullptr, &found), 0); }\n',
    {
      file: 'src/zen.cpp',
      text: 'void zen(CURL* curl) { curl_easy_setopt(curl, CURLOPT_URL, "https://api.github.com/zen"); }\n',
    },
  ],
});
