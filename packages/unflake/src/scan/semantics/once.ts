/** An answer about a file or a node, found once however many ask. */
import type { SourceFile } from '../facts/source-file.ts';

export function once<About extends object, Answer>(ask: (about: About) => Answer): (about: About) => Answer {
  const known = new WeakMap<About, { readonly answer: Answer }>();
  return (about) => {
    let said = known.get(about);
    if (said === undefined) {
      said = { answer: ask(about) };
      known.set(about, said);
    }
    return said.answer;
  };
}

/** Puts something with the others of its name. */
export function addTo<Thing>(groups: Map<string, Thing[]>, name: string, thing: Thing): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [thing]);
  else group.push(thing);
}

/** Likewise about something in a file, by its name or its number. */
export function onceBy<Key, Answer>(
  ask: (key: Key, file: SourceFile) => Answer,
): (key: Key, file: SourceFile) => Answer {
  const ofFile = once((_: SourceFile) => new Map<Key, Answer>());
  return (key, file) => {
    const known = ofFile(file);
    const said = known.get(key) ?? ask(key, file);
    known.set(key, said);
    return said;
  };
}
