/** C#, read off the text. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { BY_TEXT } from './by-text.ts';
import type { Semantics } from './semantics.ts';

export const csharp: Semantics = BY_TEXT;

export const CLOCK = /^(?:System\.)?DateTime(?:Offset)?\.(?:Now|UtcNow|Today)$/;

/** Not a type of the same name that the file has itself. */
export const isClock = (node: Node, file: SourceFile): boolean =>
  file.meanings(node.text(), node).some((name) => /^System\.DateTime(?:Offset)?\./.test(name));
