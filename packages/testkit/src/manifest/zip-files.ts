/** The names of the files in a zip, from its central directory. */

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;

export function zipFiles(bytes: Buffer): string[] {
  const end = endOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff) throw new Error('this zip is in the zip64 format, which is not supported');
  const files: string[] = [];
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw new Error('the zip has a broken directory');
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes
      .subarray(at + 46, at + 46 + nameLength)
      .toString('utf8')
      .replaceAll('\\', '/');
    if (!name.endsWith('/')) files.push(name);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

/** At the very end, or before a comment of up to 65,535 bytes. */
function endOfDirectory(bytes: Buffer): number {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT); at -= 1) {
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  throw new Error('the zip has no directory; is it cut off?');
}
