/** Functions that tests call: what they leave open or undone their caller may still end. */

import type { Node, SourceFile } from '../facts/source-file.ts';
import { outwards } from '../syntax/node.ts';
import { scopeOf } from './index.ts';
import { heldName } from './place.ts';
import { quoted, re } from './undone.ts';

const HOOKS =
  /\b(?:set_?up|tear_?down|before|after|fixture|class_init|initialize)\w*|@(?:Before|After|BeforeEach|AfterEach|BeforeAll|AfterAll|BeforeClass|AfterClass|SetUp|TearDown)\b|\[\w*(?:SetUp|TearDown|Initialize|Cleanup)\]/i;
/** As much of a function as says what it is. */
const HEAD_LENGTH = 160;

/** In a function of a file for tests that is neither a test nor a hook of the runner. */
export function isInHelper(place: Node, file: SourceFile): boolean {
  if (file.testAround(place) !== null) return false;
  const scopes = [...outwards(place)].filter((above) => file.dialect.scopes.includes(above.kind()));
  if (scopes.length === 0) return false;
  return !scopes.some((scope) => {
    const outer = scope.parent();
    const isDecorated =
      outer !== null && /^(?:decorated_definition|arguments|argument_list|call|pair)$/.test(outer.kind());
    const whole = isDecorated ? (/^arguments?/.test(outer.kind()) ? (outer.parent() ?? outer) : outer) : scope;
    return HOOKS.test(whole.text().slice(0, HEAD_LENGTH));
  });
}

/** The variable that holds it is given to another call, which may end what it is given. */
export function isHandedToCall(place: Node, file: SourceFile): boolean {
  const name = heldName(place);
  return name !== null && re`\w\((?:[^()]*[,=[])?\s*${quoted(name)}\s*[,)\]]`.test(scopeOf(place, file).text());
}
