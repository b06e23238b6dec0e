/** JSON in a column: as text when it is short, compressed when it is not. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Below this size, compression costs more than it saves. */
const SHORT = 1024;

export function pack(value: unknown): string | Uint8Array {
  const text = JSON.stringify(value);
  return text.length <= SHORT ? text : deflateRawSync(text, { level: 1 });
}

export function unpack<Result>(column: string | number | null | Uint8Array | undefined): Result {
  const text = typeof column === 'string' ? column : inflateRawSync(column as Uint8Array).toString('utf8');
  return JSON.parse(text) as Result;
}
