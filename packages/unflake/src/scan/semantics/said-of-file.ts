/** An answer about a whole file, found once however many places of it ask. */
import type { SourceFile } from '../facts/source-file.ts';

export function saidOfFile<Answer>(ask: (file: SourceFile) => Answer): (file: SourceFile) => Answer {
  const said = new WeakMap<SourceFile, { readonly answer: Answer }>();
  return (file) => {
    let known = said.get(file);
    if (known === undefined) {
      known = { answer: ask(file) };
      said.set(file, known);
    }
    return known.answer;
  };
}
