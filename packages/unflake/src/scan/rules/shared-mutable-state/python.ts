import { isSharedWrite } from '../../semantics/python/shared-writes.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const MUTABLE = String.raw`\w+(?:\s*:[^=\n]+)?\s*=\s*(?:[[{]|(?:\w+\.)?(?:list|dict|set|defaultdict|deque|Counter|OrderedDict|bytearray)\()`;
/** Something mutable at the top of the file or of a class, a `global`, a fixture that lives longer than a test. */
const SHARES = new RegExp(
  `^${MUTABLE}|^class\\b[^\\n]*\\n(?:(?!\\s*(?:async )?def )[^\\n]*\\n)*?\\s+${MUTABLE}|\\bglobal\\s|\\bscope\\s*=`,
  'm',
);

export const python: LanguageRule = {
  fix: 'Make it anew for every test: a fixture with the default scope, an attribute set in `setUp`, or a fixture that clears it.',
  find: [
    nodesOf('assignment', /^(?:(?:self|cls)\.)?\w+(?:\[|\s*=)/, isSharedWrite, SHARES),
    nodesOf('augmented_assignment', null, isSharedWrite, SHARES),
    nodesOf('delete_statement', null, isSharedWrite, SHARES),
    nodesOf(
      'call',
      /^[\w.]+\.(?:append|extend|insert|add|update|setdefault|pop|popitem|remove|discard|appendleft)\(/,
      isSharedWrite,
      SHARES,
    ),
  ],
};
