import type { SourceFile } from '../../facts/source-file.ts';
import { called } from '../../semantics/kotlin/called.ts';
import { functionText, heldName } from '../../semantics/place.ts';
import { quoted } from '../../semantics/undone.ts';
import type { Node } from '../../syntax/parser.ts';
import type { LanguageRule } from '../rule.ts';

export const kotlin: LanguageRule = {
  fix: 'Use `mutableMapOf`, `linkedSetOf` or `sortedMapOf`, sort before looking, or compare as sets (`shouldContainExactlyInAnyOrder`).',
  find: [
    called(
      [
        'kotlin.collections.HashMap',
        'kotlin.collections.HashSet',
        'java.util.HashMap',
        'java.util.HashSet',
        'kotlin.collections.hashMapOf',
        'kotlin.collections.hashSetOf',
        'java.util.concurrent.ConcurrentHashMap',
      ],
      ({ node, file }) => seenAt(node, file),
    ),
  ],
};

/** Flags the places that look, not the making. */
function seenAt(made: Node, file: SourceFile): boolean {
  const name = heldName(made);
  if (name === null) return false;
  const word = `(?<![\\w.])${quoted(name)}`;
  const parts = '(?:\\.(?:keys|values|entries|map \\{[^}]*\\}|filter \\{[^}]*\\}))*';
  const text = functionText(made, file);
  return (
    new RegExp(
      `${word}${parts}\\.(?:joinToString|first|toList|last|elementAt|forEach\\s*\\{[^}]*(?:append|print|\\+=|add))\\b(?![^\\n]*\\.(?:sort|toSet|size|count))`,
    ).test(text) ||
    new RegExp(`for \\([^)]* in ${word}${parts}\\)\\s*\\{?[^}]*(?:append|print|\\+=|\\.add\\()`).test(text)
  );
}
