/** The names of the files in a tar: ustar, with the long names of pax and GNU. */
import { fail } from '../text/refuse.ts';

const BLOCK = 512;

export function tarFiles(bytes: Buffer): string[] {
  const files: string[] = [];
  let longName: string | undefined;
  for (let at = 0; bytes[at]; ) {
    const start = at + BLOCK;
    const header = bytes.subarray(at, start);
    const prefix = text(header, 345, 500);
    const name = longName ?? (prefix && `${prefix}/`) + text(header, 0, 100);
    // Octal digits, or for large files a binary number after a set bit.
    const size = header[124]! & 0x80 ? header.readUIntBE(130, 6) : Number.parseInt(text(header, 124, 136), 8) || 0;
    if (start + size > bytes.length) fail(`the tar ends within ${name}`);
    const content = bytes.subarray(start, start + size);
    const type = text(header, 156, 157);
    if (type === 'L') longName = text(content, 0, size);
    else if (type === 'x') longName = paxPath(content) ?? longName;
    else {
      // 0 and NUL are files, 1 and 2 links; everything else is a directory or archive metadata.
      if (/^[0127]?$/.test(type)) files.push(name.replace(/^\.\//, ''));
      longName = undefined;
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

/** Records of the form "length key=value\n", where the length counts the whole record. */
function paxPath(content: Buffer): string | undefined {
  for (let at = 0; at < content.length; ) {
    const [digits, key] = content.toString('latin1', at).split(/[ =]/, 2);
    const length = Number(digits);
    if (!(length > 0)) fail('the tar has a broken pax header');
    const end = at + length;
    if (key === 'path') return content.toString('utf8', at + digits!.length + ' path='.length, end - 1);
    at = end;
  }
  return undefined;
}

/** The field up to the first NUL. */
const text = (bytes: Buffer, start: number, end: number) => bytes.toString('utf8', start, end).replace(/\0.*/s, '');
