/** The semantics of every language that rules read. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import type { Language } from '../syntax/language.ts';
import { cpp } from './cpp.ts';
import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { kotlin } from './kotlin.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import type { Semantics } from './semantics.ts';
import { shell } from './shell.ts';

export const SEMANTICS: Readonly<Record<Language, Semantics>> = {
  cpp,
  csharp,
  go,
  java,
  javascript,
  kotlin,
  php,
  python,
  ruby,
  rust,
  shell,
};

export const semanticsOf = ({ language }: SourceFile): Semantics => SEMANTICS[language];

/** The function around a place, or the file. */
export const scopeOf = (place: Node, file: SourceFile): Node => semanticsOf(file).functionAround(place, file);
