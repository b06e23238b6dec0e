import { isForeignName, isForeignUrl } from '../../semantics/foreign-address.ts';
import { statementOf, textBefore } from '../../semantics/place.ts';
import { unquoted } from '../../semantics/written-text.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const FAKES = /\b(?:MockWebServer|MockEngine|WireMock|mockk|MockRestServiceServer|stubFor|respondOk|mockServer)\b/;
const ASKS =
  /(?:\b(?:URL|URI|Socket|InetSocketAddress|HttpGet|HttpPost|Jsoup\.connect|InetAddress\.getByName|URI\.create)\(\s*|\.(?:get|post|put|delete|head|url|getForObject|getForEntity|uri|connect|request)\s*(?:<[^>]*>)?\(\s*(?:URI\.create\(|URI\(|URL\()?)$/;
const USES = /\.(?:openStream|openConnection|readText|readBytes|getInputStream|inputStream|connect)\b/;

export const kotlin: LanguageRule = {
  fix: 'Serve it on the loopback: `MockWebServer`, WireMock with `dynamicPort()`, ktor’s `MockEngine`.',
  find: [
    nodesOf('string_literal', /^"(?:https?:\/\/|wss?:\/\/|[a-z0-9-]+(?:\.[a-z0-9-]+)+"$)/, (node, file) => {
      const text = unquoted(node.text());
      const before = textBefore(node);
      const isHost = /\b(?:Socket|InetAddress\.getByName|InetSocketAddress)\(\s*$/.test(before);
      if (!(isHost ? isForeignName(text) : isForeignUrl(text)) || FAKES.test(file.text)) return false;
      if (!ASKS.test(before) || /assert\w*\(|shouldBe|expect/.test(before)) return false;
      // An address alone asks nobody.
      return (
        !/\b(?:URL|URI|URI\.create|InetSocketAddress)\(\s*$/.test(before) ||
        USES.test(statementOf(node).text()) ||
        /\.(?:get|uri|url|send)\([^()]*(?:URI|URL)[.\w]*\(\s*$/.test(before)
      );
    }),
  ],
};
