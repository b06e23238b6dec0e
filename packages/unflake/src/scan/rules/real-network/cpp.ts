import { isForeignName, isForeignUrl } from '../../semantics/foreign-address.ts';
import { textBefore } from '../../semantics/place.ts';
import { unquoted } from '../../semantics/written-text.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const ASKS =
  /(?:CURLOPT_URL,\s*|\bcpr::(?:Get|Post|Put|Delete|Head)\(\s*cpr::Url\s*\{\s*|\b(?:httplib::(?:SSL)?Client\s+\w+|httplib::(?:SSL)?Client)\(\s*|\bgetaddrinfo\(\s*|\bgethostbyname\(\s*|\.(?:resolve|connect|async_resolve)\(\s*)$/;

export const cpp: LanguageRule = {
  fix: 'Serve it on the loopback: an `httplib::Server` bound to any port, or a transport that the test passes in.',
  find: [
    nodesOf('string_literal', /^"(?:https?:\/\/|[a-z0-9-]+(?:\.[a-z0-9-]+)+"$)/, (node) => {
      const text = unquoted(node.text());
      const before = textBefore(node);
      const isHost = /(?:getaddrinfo|gethostbyname|resolve|connect|Client(?:\s+\w+)?)\(\s*$/.test(before);
      return ASKS.test(before) && (isHost ? isForeignName(text) : isForeignUrl(text));
    }),
  ],
};
