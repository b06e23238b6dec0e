/** The names of the files in a zip, from its central directory. */
import { fail } from '../text/refuse.ts';

const END_OF_DIRECTORY = 'PK\x05\x06';
const DIRECTORY_ENTRY = 'PK\x01\x02';
const END_BYTES = 22;
const ENTRY_BYTES = 46;

export function zipFiles(bytes: Buffer): string[] {
  // At the very end, or before a comment.
  const end = bytes.lastIndexOf(END_OF_DIRECTORY, bytes.length - END_BYTES);
  if (end < 0) fail('the zip has no directory; is it cut off?');
  const files: string[] = [];
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff) fail('zip64 is not supported');
  for (let entry = 0; entry < count; entry += 1) {
    const name = at + ENTRY_BYTES;
    if (bytes.toString('latin1', at, at + 4) !== DIRECTORY_ENTRY) fail('the zip has a broken directory');
    const nameEnd = name + bytes.readUInt16LE(at + 28);
    files.push(bytes.toString('utf8', name, nameEnd).replaceAll('\\', '/'));
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files.filter((file) => !file.endsWith('/'));
}
