/** Addresses of Rust: texts with a port behind a colon, and pairs. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { fixedPort } from '../written-places.ts';
import { functionAround } from './around.ts';
import { initialOf, textOf } from './variables.ts';

export function hasFixedPort(address: Node | undefined, file: SourceFile): boolean {
  if (address === undefined) return false;
  const text = textOf(address, file);
  if (text !== null) return fixedPort(text) !== null;
  const value = address.text().replace(/^&/, '');
  const held = /^\w+$/.test(value) ? (initialOf(value, functionAround(address, file), file.root)?.text() ?? '') : value;
  const port =
    /^(?:SocketAddr(?:V4)?::(?:from|new)\()?\(*(?:"[^"]*"|\[[\d, ]+\]|[\w:.]+(?:\([\d, ]*\))?),\s*(\d+)/.exec(
      held,
    )?.[1] ?? /^"[^"]*:(\d+)"\s*\.parse/.exec(held)?.[1];
  return port !== undefined && Number(port) > 0;
}
