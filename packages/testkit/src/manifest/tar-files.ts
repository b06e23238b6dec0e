/** The names of the files in a tar: ustar, with the long names of pax and GNU. */

const BLOCK = 512;

export function tarFiles(bytes: Buffer): string[] {
  const files: string[] = [];
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const size = sizeOf(header);
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length < size) throw new Error(`the tar ends within ${nameOf(header)}`);
    const type = String.fromCharCode(header[156]!);
    if (type === 'L') longName = text(content);
    else if (type === 'x') longName = paxPath(content) ?? longName;
    else {
      // 0 and NUL are files, 1 and 2 links; everything else is a directory or about the archive itself.
      if ('0\0'.includes(type) || type === '1' || type === '2' || type === '7') files.push(longName ?? nameOf(header));
      longName = undefined;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files.map((file) => file.replace(/^\.\//, ''));
}

function nameOf(header: Buffer): string {
  const prefix = text(header.subarray(345, 500));
  const name = text(header.subarray(0, 100));
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Octal digits, or for large files the number itself in binary after a set bit. */
function sizeOf(header: Buffer): number {
  const field = header.subarray(124, 136);
  if (field[0]! & 0x80) return Number(BigInt(`0x${field.subarray(4).toString('hex')}`));
  return Number.parseInt(text(field).trim() || '0', 8);
}

/** Records of the form "length key=value\n", where the length counts the whole record. */
function paxPath(content: Buffer): string | undefined {
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(' ', at);
    const length = Number(content.subarray(at, space).toString('latin1'));
    if (space < 0 || !(length > 0)) throw new Error('the tar has a broken pax header');
    const record = content.subarray(space + 1, at + length - 1).toString('utf8');
    if (record.startsWith('path=')) return record.slice('path='.length);
    at += length;
  }
  return undefined;
}

function text(field: Buffer): string {
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? field.length : end).toString('utf8');
}
