/** Whether a path as it is written is used on the file system, in its own statement or through the one name that holds it. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { heldName, sharedText, statementOf, textBefore } from './place.ts';
import { quoted, re, testNode } from './undone.ts';

export interface Touches {
  /** Calls that are given a path, as the text of a pattern. */
  readonly calls: string;
  /** Methods that a path or a file is asked for, likewise. */
  readonly methods: string;
}

export function isTouchedByText(path: Node, file: SourceFile, { calls, methods }: Touches): boolean {
  const statement = statementOf(path);
  const before = textBefore(path, statement);
  const after = statement.text().slice(before.length + path.text().length);
  if (re`(?:${calls})\b[^;{}\n]*$`.test(before)) return true;
  if (re`^[^;{}\n]*\)\s*[!?]*(?:\.|->)\s*(?:${methods})\b`.test(after)) return true;
  const name = heldName(path);
  if (name === null) return false;
  // What stands outside of tests is there for all of them; a variable of a test is not.
  const test = testNode(path, file);
  const isLocal = re`(?:^|[^\w@$.>])${quoted(name)}\s*=`.test(before);
  const uses = test === null ? file.root.text() : isLocal ? test.text() : sharedText(path, file);
  const word = `(?<!\\w)${quoted(name)}\\b`;
  return re`(?:${calls})\b[^;{}\n]*${word}|${word}\)?\s*[!?]*(?:\.|->)\s*(?:${methods})\b`.test(
    uses.replace(statement.text(), ''),
  );
}
