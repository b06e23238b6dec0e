/** Reading the clock in C#: properties, so no calls. */
import type { Node, SourceFile } from '../../facts/source-file.ts';

export const CLOCK = /^(?:System\.)?DateTime(?:Offset)?\.(?:Now|UtcNow|Today)$/;

/** Not a type of the same name that the file has itself. */
export const isClock = (node: Node, file: SourceFile): boolean =>
  file.meanings(node.text(), node).some((name) => /^System\.DateTime(?:Offset)?\./.test(name));
