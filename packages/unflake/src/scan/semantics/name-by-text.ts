/** Whether a reading of the clock ends up in a name, asked of the statement's text. `becomes-a-name.ts` follows the tree, for grammars that are alike. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { namesSomething } from './becomes-a-name.ts';
import { functionOf, functionText, heldName, statementOf, textBefore } from './place.ts';
import { quoted } from './undone.ts';

/** What may stand between a name and the clock without making another thing of it. */
const BUILDS =
  /^(?:[^()]|\b(?:String|str|strval|sprintf|format\w*|Format|toString|to_string|to_s|File\.join|Path\.Combine|Path|Paths\.get|Path\.of|File|join|Concat|valueOf|basename|std::string|absl::StrCat|snprintf|intval|int|static_cast<\w+>|sha1|md5|hash|Symbol|to_sym)\(|\(\s*(?:int|string)\s*\)|\(|\))*$/;
const OPENS =
  /\b(?:mkdir\w*|mkpath|makeDir\w*|fopen|open|OpenOrCreate|touch|createDirector\w*|CreateDirectory|create_director\w*|connect|sqlite3_open\w*|SQLite3|PDO|ofstream|fstream|createTopic|create_bucket|CreateQueue\w*|createDatabase)(?:\.new)?\s*\(?\s*(?:[^,(){}]|File\.join\(|Path\.Combine\()*$/;
/** A text without blanks that goes on behind a separator: an object of that name. */
const MAKES = /\b[A-Z]\w*(?:\.new)?\(\s*[$@]?["'][\w./:-]*[-_./:]["']?\s*(?:[+.]\s*)?$/;
const JOINS = /\b(?:File\.join|File|Path\.Combine|Paths?\.(?:get|of))\([^()]*$/;

export function becomesNameByText(node: Node, file: SourceFile): boolean {
  const statement = statementOf(node);
  // The brace that opens the place in the text is no bracket of the code.
  const before = textBefore(node, statement).replace(/[#$]?\{\$?$/, '');
  if (/[<>!=]=|\bassert|\bexpect\b|\bshould\b|EXPECT_|REQUIRE|CHECK/i.test(before)) return false;
  const target = targetIn(before);
  if (target !== null) {
    if (namesSomething(target.name.replace(/^[@$]+/, '').replace(/_$/, '')) && BUILDS.test(target.between)) return true;
  } else if (OPENS.test(before) || JOINS.test(before) || MAKES.test(before)) return true;
  if (isReturned(node, statement, before, file)) return true;
  const held = heldName(node);
  return held !== null && namesLater(held, node, file);
}

/** The nearest name that is given a value before a place: a variable, a field, a key. */
function targetIn(before: string): { readonly name: string; readonly between: string } | null {
  const piece = before.slice(lastComma(before) + 1);
  const match =
    /(?:^|[\s({[,*&.>:"'])([@$]*[A-Za-z_]\w*)(?:\[\])?["']?\s*(?::\s*[\w<>?.]+\s*)?(?:\|\||\?\?)?(?:=>|=|:(?!:))(?![=~])\s*([^=]*)$/.exec(
      piece,
    );
  return match === null ? null : { name: match[1]!, between: match[2]! };
}

/** Outside of texts: one that separates arguments. */
function lastComma(text: string): number {
  let last = -1;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === ',') last = at;
  }
  return last;
}

function isReturned(node: Node, statement: Node, before: string, file: SourceFile): boolean {
  const around = functionOf(node, file);
  const name =
    /(?:fun|def|function)\s+(?:self\.)?([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*\([^()]*\)\s*(?:const\s*)?(?:=>|\{|=)/.exec(
      around.text(),
    );
  if (!namesSomething(name?.[1] ?? name?.[2] ?? '')) return false;
  const body = around
    .text()
    .replace(/#(?!\{).*$/gm, '')
    .replace(/\s*end\s*$/, '')
    .trimEnd();
  const isLast = file.language === 'ruby' && body.endsWith(statement.text());
  const given = /^return\s+(.*)$/s.exec(before)?.[1];
  return (
    (given !== undefined && BUILDS.test(given)) || (isLast && BUILDS.test(before)) || /(?:=|=>)\s*"[^"]*$/.test(before)
  );
}

function namesLater(held: string, node: Node, file: SourceFile): boolean {
  const text = functionText(node, file);
  const uses = text.matchAll(
    new RegExp(
      `([A-Za-z_]\\w*)["']?\\s*(?::\\s*[\\w<>?.]+\\s*)?(?:=>|=|:)(?![=:])\\s*[^=;\\n,]*(?:["'][^"'\\n]*(?:#\\{|\\$\\{?|\\{\\$?)|[+.]\\s*|<<\\s*|to_string\\(|toString\\()${quoted(held)}\\b`,
      'g',
    ),
  );
  return [...uses].some((match) => match[1] !== held.replace(/^[@$]+/, '') && namesSomething(match[1]!));
}
