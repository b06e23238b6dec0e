/** Whether a value is the id of something that the test has created, without saying which id it is to take: read off the text. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { usesDatabase } from './go/variables.ts';
import { functionText } from './place.ts';
import { DATABASE } from './rust/variables.ts';
import { quoted, re } from './undone.ts';

/** `made.id`, `user.getId()`, `response.body.id`, `order_id`. */
const ID =
  /^(?:([\w$]+)(?:\.\w+)*\.(?:id|ID|\w+_id|\w*I[dD]|lastInsertRowid)|(?:id|\w+_id|\w+I[dD]))(?:\(\))?(?:\.(?:longValue|intValue)\(\))?$/;
const CREATES =
  /(?:^|[.:\s])(?:create|insert|save|register|persist|add|store|place|sign_?up|merge|upsert|post|new_in_db|LastInsertId)\w*(?:::<[^>]*>)?\(|\.run\(/i;
const SAYS_WHICH = /\b(?:id\s*[:,}]|(?:id|setId|withId)\()|new \w+\(\s*[0-9]+[lL]?\s*,/;

export function isAssignedId(value: Node, file: SourceFile): boolean {
  const match = ID.exec(value.text());
  if (match === null) return false;
  if (file.language === 'go' && !usesDatabase(file)) return false;
  if (file.language === 'rust' && !DATABASE.test(file.text)) return false;
  const around = functionText(value, file);
  const end = file.language === 'go' ? ';\\n' : ';';
  const given = re`(?<![\w.])${quoted(match[1] ?? value.text())}\b[^=\n;(]*=(?!=)\s*([^${end}]*)`;
  const creation = given.exec(around)?.[1] ?? '';
  return CREATES.test(creation) && !SAYS_WHICH.test(creation) && !/\.setId\(/.test(around);
}
